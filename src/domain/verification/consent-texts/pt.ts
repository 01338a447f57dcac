import type { ConsentWording } from './wording.ts'

const withdrawal =
  'Qualquer uma das partes pode revogá-lo a qualquer momento, sem dar motivo e com efeito para o futuro. A revogação é acrescentada ao registro; ela não apaga o fato de que o registro foi feito.'

const writeDuration = (time: string): readonly string[] => [
  `Este consentimento começa quando as duas partes tiverem assinado: no momento em que a pessoa convidada envia este documento, pelo relógio do serviço. Ele vale por ${time} a partir desse momento, e não mais. O registro dele permanece.`,
  withdrawal,
]

/** Version 5. */
export const portuguese: ConsentWording = {
  titles: {
    age: 'Termo de consentimento para verificação de idade e identidade',
    person: 'Termo de consentimento para verificação de pessoa',
  },
  headings: {
    introduction: 'Introdução',
    purpose: 'Finalidade',
    consent: 'Consentimento para a verificação',
    'data-usage': 'Uso dos dados',
    duration: 'Duração e término',
    representations: 'Declarações',
    liability: 'Limitação de responsabilidade',
    'governing-law': 'Lei aplicável',
  },
  paragraphs: {
    introduction: [
      'Este documento é celebrado entre a pessoa que o criou (a pessoa solicitante) e a pessoa que foi convidada a completá-lo (a pessoa convidada). Juntas, elas são as partes.',
      'Cada parte participa livremente. Qualquer uma pode recusar, sem dar motivo e sem nenhuma desvantagem por parte deste serviço.',
      'As partes podem assinar este texto em idiomas diferentes. Nenhuma está vinculada a mais do que diz o texto que assinou.',
    ],
    consent: [
      'Ao assinar, cada parte concorda que os dados que fornece aqui, e as fotos e os documentos de identidade quando forem pedidos, sejam usados para fazer este registro e mostrados à outra parte quando a verificação estiver concluída, até onde o serviço permitir.',
      'Um documento de identidade pode ser lido por um programa nas próprias máquinas do serviço. Pode-se perguntar a uma carteira digital, a um banco, a uma eID ou a uma chave de idade se a pessoa titular tem 18 anos ou mais e, se a pessoa solicitante pedir, qual é o nome da pessoa titular, que é comparado com o nome digitado aqui. De tudo isso, só o resultado é guardado, com sua fonte, seu horário e um hash da resposta: o que foi lido, o que foi respondido e o nome informado não são guardados.',
      'Cada parte digita seu nome como assinatura. Um nome digitado é uma assinatura eletrônica simples. Ele mostra a intenção de assinar; por si só, não prova quem o digitou.',
    ],
    'data-usage': [
      'As fotos e os documentos de identidade são guardados criptografados e usados para este registro e para nada mais. Não são vendidos, não são usados para publicidade nem para treinar programas.',
      'O registro guarda um hash de cada arquivo, para que depois se possa mostrar quais arquivos foram fornecidos, mesmo depois que os próprios arquivos tiverem sido destruídos.',
      'Nenhuma das partes pode copiar, publicar ou repassar o que a outra parte forneceu, exceto a um tribunal, a uma autoridade pública ou à sua assessoria jurídica.',
    ],
    representations: [
      'Cada parte declara que tem pelo menos 18 anos, que os dados e documentos que fornece são verdadeiros e seus, e que ninguém a pressionou, ameaçou ou enganou para que assinasse.',
      'Uma parte que fornece dados falsos, ou usa os documentos de outra pessoa, pode estar cometendo um crime.',
    ],
    liability: [
      'O serviço registra o que as partes fornecem e diz, ao lado de cada declaração, qual é a origem dela. Ele não confere os documentos de identidade com as autoridades que os emitiram e não promete que uma parte seja quem diz ser.',
      'Nada aqui limita uma responsabilidade que a lei não permite limitar. Este documento não é aconselhamento jurídico.',
    ],
    'governing-law': [
      'Este documento é regido pelas leis da Inglaterra e do País de Gales. Os direitos obrigatórios que uma parte tem segundo a lei do país em que vive permanecem intactos.',
    ],
  },
  purpose: {
    age: [
      'As partes se conheceram, ou estão em contato, online. Este documento registra que cada uma delas declara ter pelo menos 18 anos e quem é, antes de levarem o contato adiante, e a origem de cada uma dessas declarações: declarada, lida em um documento, conferida por um provedor, comprovada com carteira digital, ou confirmada por um banco, uma eID ou uma chave de idade.',
      'É um registro de idade e identidade, e só isso. Não é consentimento para nenhum ato, encontro ou relacionamento, e nunca substitui o consentimento de que cada ato precisa no momento em que acontece.',
    ],
    person: [
      'As partes se conheceram, ou estão em contato, online. Este documento registra que cada uma delas declara ter pelo menos 18 anos e ser a pessoa que diz ser, e a origem de cada uma dessas declarações: declarada, lida em um documento, conferida por um provedor, comprovada com carteira digital, ou confirmada por um banco, uma eID ou uma chave de idade.',
      'É um registro de identidade, e só isso. Não é consentimento para nenhum ato, encontro ou relacionamento, e nunca substitui o consentimento de que cada ato precisa no momento em que acontece.',
    ],
  },
  duration: {
    until_withdrawn: [`Este consentimento começa quando as duas partes tiverem assinado. ${withdrawal}`],
    '24_hours': writeDuration('24 horas'),
    '7_days': writeDuration('7 dias, que são 168 horas,'),
  },
  lapse: 'Um convite que não é concluído a tempo caduca, e o que foi carregado para ele é destruído.',
  statements: {
    identity:
      'Eu consinto em compartilhar minha identidade, com tudo o que forneço aqui, com a outra parte desta verificação.',
    adult: 'Tenho 18 anos ou mais',
    willing:
      'Confirmo que ninguém está me coagindo a assinar este formulário e que consinto por vontade própria, como pessoa adulta.',
    additionalTerms: 'Li e concordo com as condições adicionais indicadas acima.',
  },
  warning: [
    'Não assine se você tem menos de 18 anos.',
    'Se alguém estiver pressionando você, pare e busque a ajuda de uma pessoa adulta de confiança.',
    'Não tenha pressa.',
  ],
}
