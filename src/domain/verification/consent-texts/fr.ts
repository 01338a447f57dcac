import type { ConsentWording } from './wording.ts'

const withdrawal =
  'Chaque partie peut retirer ce consentement à tout moment, sans donner de raison, pour l’avenir. Un retrait est ajouté au constat ; il n’efface pas le fait que le constat a été établi.'

const writeDuration = (time: string): readonly string[] => [
  `Ce consentement commence quand les deux parties ont signé : au moment où la personne invitée envoie ce document, selon l’horloge du service. Il est valable ${time} à partir de ce moment, et pas au-delà. Le constat qui en est établi reste.`,
  withdrawal,
]

/** Version 5. */
export const french: ConsentWording = {
  titles: {
    age: 'Consentement à la vérification d’âge et d’identité',
    person: 'Consentement à la vérification de la personne',
  },
  headings: {
    introduction: 'Introduction',
    purpose: 'Objet',
    consent: 'Consentement à la vérification',
    'data-usage': 'Utilisation des données',
    duration: 'Durée et fin',
    representations: 'Déclarations',
    liability: 'Limitation de responsabilité',
    'governing-law': 'Droit applicable',
  },
  paragraphs: {
    introduction: [
      'Ce document est établi entre la personne qui l’a créé (la personne qui demande) et la personne qui a été invitée à le compléter (la personne invitée). Ensemble, elles sont les parties.',
      'Chaque partie participe librement. Chacune peut refuser, sans donner de raison et sans aucun désavantage de la part de ce service.',
      'Les parties peuvent signer ce texte dans des langues différentes. Aucune n’est tenue à plus que ce que dit le texte qu’elle a signé.',
    ],
    consent: [
      'En signant, chaque partie accepte que les informations qu’elle fournit ici, et les photos et pièces d’identité lorsqu’elles sont demandées, servent à établir ce constat et soient montrées à l’autre partie une fois la vérification terminée, dans la mesure où le service le permet.',
      'Une pièce d’identité peut être lue par un programme sur les machines du service. Un portefeuille numérique, une banque, une identité numérique ou une clé d’âge peut être interrogé pour savoir si la personne titulaire a 18 ans ou plus et, si la personne qui demande en fait la demande, pour connaître le nom de la personne titulaire, qui est comparé au nom saisi ici. De tout cela, seul le résultat est conservé, avec sa source, son heure et une empreinte de la réponse ; ce qui a été lu, ce qui a été répondu et le nom donné ne le sont pas.',
      'Chaque partie saisit son nom comme signature. Un nom saisi est une signature électronique simple. Il montre l’intention de signer ; il ne prouve pas, à lui seul, qui l’a saisi.',
    ],
    'data-usage': [
      'Les photos et les pièces d’identité sont stockées chiffrées et servent à ce constat et à rien d’autre. Elles ne sont ni vendues, ni utilisées pour la publicité, ni utilisées pour entraîner des logiciels.',
      'Le constat conserve une empreinte de chaque fichier, afin que l’on puisse montrer plus tard quels fichiers ont été fournis, même après la suppression des fichiers eux-mêmes.',
      'Aucune partie ne peut copier, publier ou transmettre ce que l’autre partie a fourni, sauf à un tribunal, à une autorité publique ou à un conseiller juridique.',
    ],
    representations: [
      'Chaque partie déclare qu’elle a au moins 18 ans, que les informations et les documents qu’elle fournit sont vrais et sont les siens, et que personne n’a obtenu sa signature par la pression, la menace ou la tromperie.',
      'Une partie qui donne de fausses informations, ou utilise les documents d’une autre personne, commet peut-être une infraction.',
    ],
    liability: [
      'Le service consigne ce que les parties fournissent et dit, à côté de chaque déclaration, comment elle est connue. Il ne contrôle pas les pièces d’identité auprès des autorités qui les ont délivrées, et ne promet pas qu’une partie est qui elle dit être.',
      'Rien ici ne limite une responsabilité que la loi ne permet pas de limiter. Ce document n’est pas un conseil juridique.',
    ],
    'governing-law': [
      'Ce document est régi par le droit de l’Angleterre et du pays de Galles. Les droits impératifs qu’une partie tient du droit du pays où elle vit ne sont pas affectés.',
    ],
  },
  purpose: {
    age: [
      'Les parties se sont rencontrées, ou sont en contact, en ligne. Ce document consigne que chacune déclare avoir au moins 18 ans et qui elle est, avant d’aller plus loin dans leur contact, et comment chacune de ces déclarations est connue : déclarée, lue sur un document, contrôlée par un prestataire, prouvée par un portefeuille numérique, ou confirmée par une banque, une identité numérique ou une clé d’âge.',
      'C’est un constat d’âge et d’identité, et rien d’autre. Il ne vaut consentement à aucun acte, à aucune rencontre, à aucune relation, et il ne remplace jamais le consentement que chaque acte exige au moment où il a lieu.',
    ],
    person: [
      'Les parties se sont rencontrées, ou sont en contact, en ligne. Ce document consigne que chacune déclare avoir au moins 18 ans et être la personne qu’elle dit être, et comment chacune de ces déclarations est connue : déclarée, lue sur un document, contrôlée par un prestataire, prouvée par un portefeuille numérique, ou confirmée par une banque, une identité numérique ou une clé d’âge.',
      'C’est un constat d’identité, et rien d’autre. Il ne vaut consentement à aucun acte, à aucune rencontre, à aucune relation, et il ne remplace jamais le consentement que chaque acte exige au moment où il a lieu.',
    ],
  },
  duration: {
    until_withdrawn: [`Ce consentement commence quand les deux parties ont signé. ${withdrawal}`],
    '24_hours': writeDuration('24 heures'),
    '7_days': writeDuration('7 jours, soit 168 heures,'),
  },
  lapse:
    'Une invitation qui n’est pas complétée à temps devient caduque, et ce qui avait été ajouté pour elle est supprimé.',
  statements: {
    identity:
      'Je consens à ce que mon identité, avec tout ce que je fournis ici, soit communiquée à l’autre partie de cette vérification.',
    adult: 'J’ai 18 ans ou plus',
    willing:
      'Je confirme que personne ne me contraint à signer ce formulaire et que je consens librement, en tant qu’adulte.',
    additionalTerms: 'J’ai lu les conditions supplémentaires indiquées ci-dessus et je les accepte.',
  },
  warning: [
    'Ne signez pas si vous avez moins de 18 ans.',
    'Si quelqu’un fait pression sur vous, arrêtez et demandez de l’aide à un adulte de confiance.',
    'Prenez votre temps.',
  ],
}
