import type { ConsentWording } from './wording.ts'

const withdrawal =
  'Jede Partei kann sie jederzeit ohne Angabe von Gründen mit Wirkung für die Zukunft widerrufen. Ein Widerruf wird dem Protokoll hinzugefügt; er macht nicht ungeschehen, dass das Protokoll erstellt wurde.'

const writeDuration = (time: string): readonly string[] => [
  `Diese Einwilligung beginnt, wenn beide Parteien unterschrieben haben: in dem Augenblick, in dem die eingeladene Person dieses Dokument absendet, nach der Uhr des Dienstes. Sie gilt von diesem Augenblick an ${time} und nicht länger. Das Protokoll darüber bleibt bestehen.`,
  withdrawal,
]

/** Version 5. */
export const german: ConsentWording = {
  titles: {
    age: 'Einwilligungserklärung zur Alters- und Identitätsverifizierung',
    person: 'Einwilligungserklärung zur Personenverifizierung',
  },
  headings: {
    introduction: 'Einleitung',
    purpose: 'Zweck',
    consent: 'Einwilligung in die Verifizierung',
    'data-usage': 'Verwendung der Daten',
    duration: 'Dauer und Beendigung',
    representations: 'Zusicherungen',
    liability: 'Haftungsbeschränkung',
    'governing-law': 'Anwendbares Recht',
  },
  paragraphs: {
    introduction: [
      'Dieses Dokument besteht zwischen der Person, die es erstellt hat (der anfragenden Person), und der Person, die eingeladen wurde, es zu vervollständigen (der eingeladenen Person). Zusammen sind sie die Parteien.',
      'Jede Partei nimmt freiwillig teil. Jede kann ablehnen, ohne Gründe anzugeben und ohne dadurch bei diesem Dienst einen Nachteil zu haben.',
      'Die Parteien können diesen Text in verschiedenen Sprachen unterschreiben. Keine ist an mehr gebunden, als in dem Text steht, den sie unterschrieben hat.',
    ],
    consent: [
      'Mit ihrer Unterschrift ist jede Partei damit einverstanden, dass die Angaben, die sie hier macht, und die Fotos und Ausweise, soweit um sie gebeten wird, zur Erstellung dieses Protokolls verwendet und der anderen Partei gezeigt werden, sobald die Verifizierung abgeschlossen ist, soweit der Dienst dies zulässt.',
      'Ein Ausweis kann von einem Programm auf den eigenen Rechnern des Dienstes gelesen werden. Eine Wallet, eine Bank, eine eID oder ein Altersschlüssel kann gefragt werden, ob ihre Inhaberin oder ihr Inhaber mindestens 18 Jahre alt ist, und, wenn die anfragende Person darum bittet, nach dem Namen, der mit dem hier eingetippten verglichen wird. Von alldem wird nur das Ergebnis aufbewahrt, mit seiner Quelle, seinem Zeitpunkt und einer Prüfsumme der Antwort; was gelesen und geantwortet wurde und der mitgeteilte Name werden nicht aufbewahrt.',
      'Jede Partei tippt als Unterschrift ihren Namen ein. Ein eingetippter Name ist eine einfache elektronische Signatur. Er zeigt den Willen zu unterschreiben; er beweist für sich allein nicht, wer ihn eingetippt hat.',
    ],
    'data-usage': [
      'Fotos und Ausweise werden verschlüsselt gespeichert und für dieses Protokoll und für nichts anderes verwendet. Sie werden nicht verkauft, nicht für Werbung und nicht zum Trainieren von Software verwendet.',
      'Das Protokoll bewahrt von jeder Datei eine Prüfsumme auf, damit sich später zeigen lässt, welche Dateien vorgelegt wurden, auch wenn die Dateien selbst gelöscht sind.',
      'Keine Partei darf kopieren, veröffentlichen oder weitergeben, was die andere Partei vorgelegt hat, es sei denn an ein Gericht, eine Behörde oder eine Person, die sie rechtlich berät.',
    ],
    representations: [
      'Jede Partei erklärt, dass sie mindestens 18 Jahre alt ist, dass die Angaben, die sie macht, und die Dokumente, die sie vorlegt, wahr und ihre eigenen sind und dass niemand sie durch Druck, Drohung oder Täuschung zur Unterschrift gebracht hat.',
      'Eine Partei, die falsche Angaben macht oder Dokumente einer anderen Person verwendet, macht sich möglicherweise strafbar.',
    ],
    liability: [
      'Der Dienst hält fest, was die Parteien vorlegen, und sagt bei jeder Aussage, woher sie bekannt ist. Er prüft Ausweise nicht bei den Behörden, die sie ausgestellt haben, und sagt nicht zu, dass eine Partei ist, wer sie zu sein angibt.',
      'Nichts hierin beschränkt eine Haftung, deren Beschränkung das Gesetz nicht zulässt. Dieses Dokument ist keine Rechtsberatung.',
    ],
    'governing-law': [
      'Für dieses Dokument gilt das Recht von England und Wales. Zwingende Rechte, die eine Partei nach dem Recht des Landes hat, in dem sie lebt, bleiben unberührt.',
    ],
  },
  purpose: {
    age: [
      'Die Parteien haben sich online kennengelernt oder stehen online in Kontakt. Dieses Dokument hält fest, dass jede von ihnen erklärt, mindestens 18 Jahre alt zu sein und wer sie ist, bevor sie ihren Kontakt vertiefen, und woher jede dieser Aussagen bekannt ist: selbst angegeben, aus einem Ausweis gelesen, von einem Anbieter geprüft, mit einer Wallet nachgewiesen oder von einer Bank, einer eID oder einem Altersschlüssel bestätigt.',
      'Es ist ein Protokoll über Alter und Identität und über nichts sonst. Es ist keine Einwilligung in eine Handlung, ein Treffen oder eine Beziehung, und es ersetzt niemals die Einwilligung, die jede Handlung in dem Augenblick braucht, in dem sie geschieht.',
    ],
    person: [
      'Die Parteien haben sich online kennengelernt oder stehen online in Kontakt. Dieses Dokument hält fest, dass jede von ihnen erklärt, mindestens 18 Jahre alt und die Person zu sein, als die sie sich ausgibt, und woher jede dieser Aussagen bekannt ist: selbst angegeben, aus einem Ausweis gelesen, von einem Anbieter geprüft, mit einer Wallet nachgewiesen oder von einer Bank, einer eID oder einem Altersschlüssel bestätigt.',
      'Es ist ein Protokoll über die Identität und über nichts sonst. Es ist keine Einwilligung in eine Handlung, ein Treffen oder eine Beziehung, und es ersetzt niemals die Einwilligung, die jede Handlung in dem Augenblick braucht, in dem sie geschieht.',
    ],
  },
  duration: {
    until_withdrawn: [`Diese Einwilligung beginnt, wenn beide Parteien unterschrieben haben. ${withdrawal}`],
    '24_hours': writeDuration('24 Stunden'),
    '7_days': writeDuration('7 Tage, das sind 168 Stunden,'),
  },
  lapse:
    'Eine Einladung, die nicht rechtzeitig angenommen wird, verfällt, und was für sie hochgeladen wurde, wird gelöscht.',
  statements: {
    identity:
      'Ich willige ein, dass meine Identität mit allem, was ich hier angebe und vorlege, an die andere Partei dieser Verifizierung weitergegeben wird.',
    adult: 'Ich bin mindestens 18 Jahre alt',
    willing:
      'Ich bestätige, dass mich niemand zwingt, dieses Formular zu unterschreiben, und dass ich als erwachsene Person freiwillig einwillige.',
    additionalTerms: 'Ich habe die oben stehenden zusätzlichen Bedingungen gelesen und stimme ihnen zu.',
  },
  warning: [
    'Unterschreiben Sie nicht, wenn Sie unter 18 sind.',
    'Wenn jemand Sie unter Druck setzt, brechen Sie ab und holen Sie sich Hilfe bei einer erwachsenen Person, der Sie vertrauen.',
    'Nehmen Sie sich Zeit.',
  ],
}
