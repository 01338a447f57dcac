import type { ConsentWording } from './wording.ts'

const withdrawal =
  'Cualquiera de las partes puede retirarlo en cualquier momento, sin dar motivos, con efecto para el futuro. La retirada se añade al registro; no borra el hecho de que el registro se hizo.'

const writeDuration = (time: string): readonly string[] => [
  `Este consentimiento comienza cuando ambas partes han firmado: en el momento en que la persona invitada envía este documento, según el reloj del servicio. Es válido durante ${time} desde ese momento, y no más. El registro permanece.`,
  withdrawal,
]

/** Version 5. */
export const spanish: ConsentWording = {
  titles: {
    age: 'Consentimiento para la verificación de edad e identidad',
    person: 'Consentimiento para la verificación de persona',
  },
  headings: {
    introduction: 'Introducción',
    purpose: 'Finalidad',
    consent: 'Consentimiento para la verificación',
    'data-usage': 'Uso de los datos',
    duration: 'Duración y terminación',
    representations: 'Declaraciones',
    liability: 'Limitación de responsabilidad',
    'governing-law': 'Ley aplicable',
  },
  paragraphs: {
    introduction: [
      'Este documento se hace entre la persona que lo creó (la persona solicitante) y la persona que fue invitada a completarlo (la persona invitada). Juntas son las partes.',
      'Cada parte participa libremente. Cualquiera puede rechazar, sin dar motivos y sin que este servicio le cause ninguna desventaja.',
      'Las partes pueden firmar este texto en idiomas distintos. Ninguna queda obligada a más de lo que dice el texto que firmó.',
    ],
    consent: [
      'Al firmar, cada parte acepta que los datos que aporta aquí, y las fotos y los documentos de identidad cuando se pidan, se usen para hacer este registro y se muestren a la otra parte una vez completada la verificación, en la medida en que el servicio lo permita.',
      'Un documento de identidad puede leerlo un programa en las propias máquinas del servicio. A una cartera digital, un banco, una eID o una llave de edad se le puede preguntar si su titular tiene 18 años o más y, si la persona solicitante lo pide, el nombre de su titular, que se compara con el nombre escrito aquí. De todo esto solo se conserva el resultado, con su fuente, su hora y una huella de la respuesta: lo que se leyó, lo que se respondió y el nombre comunicado no se conservan.',
      'Cada parte escribe su nombre como firma. Un nombre escrito es una firma electrónica simple. Muestra la intención de firmar; por sí solo no demuestra quién lo escribió.',
    ],
    'data-usage': [
      'Las fotos y los documentos de identidad se guardan cifrados y se usan para este registro y para nada más. No se venden, no se usan para publicidad y no se usan para entrenar software.',
      'El registro conserva una huella de cada archivo, para que después pueda demostrarse qué archivos se aportaron, incluso cuando los propios archivos se hayan destruido.',
      'Ninguna de las partes puede copiar, publicar ni transmitir lo que aportó la otra parte, salvo a un tribunal, a una autoridad pública o a quien le preste asesoramiento jurídico.',
    ],
    representations: [
      'Cada parte declara que tiene al menos 18 años, que los datos y documentos que aporta son verdaderos y suyos, y que nadie le ha presionado, amenazado ni engañado para que firme.',
      'Una parte que da datos falsos, o usa los documentos de otra persona, puede cometer un delito.',
    ],
    liability: [
      'El servicio registra lo que aportan las partes y dice junto a cada declaración cómo se sabe. No comprueba los documentos de identidad con las autoridades que los expidieron, y no promete que una parte sea quien dice ser.',
      'Nada de este documento limita una responsabilidad que la ley no permita limitar. Este documento no es asesoramiento jurídico.',
    ],
    'governing-law': [
      'Este documento se rige por la ley de Inglaterra y Gales. Los derechos imperativos que una parte tenga según la ley del país en que vive no se ven afectados.',
    ],
  },
  purpose: {
    age: [
      'Las partes se conocieron en internet, o están en contacto en internet. Este documento deja constancia de que cada una declara que tiene al menos 18 años y quién es, antes de seguir adelante con su contacto, y de cómo se sabe cada una de estas declaraciones: declarado, leído en un documento, comprobado por un proveedor, acreditado con una cartera digital, o confirmado por un banco, una eID o una llave de edad.',
      'Es un registro solo de edad e identidad. No es consentimiento para ningún acto, encuentro o relación, y nunca sustituye el consentimiento que todo acto necesita en el momento en que ocurre.',
    ],
    person: [
      'Las partes se conocieron en internet, o están en contacto en internet. Este documento deja constancia de que cada una declara que tiene al menos 18 años y que es la persona que dice ser, y de cómo se sabe cada una de estas declaraciones: declarado, leído en un documento, comprobado por un proveedor, acreditado con una cartera digital, o confirmado por un banco, una eID o una llave de edad.',
      'Es un registro solo de identidad. No es consentimiento para ningún acto, encuentro o relación, y nunca sustituye el consentimiento que todo acto necesita en el momento en que ocurre.',
    ],
  },
  duration: {
    until_withdrawn: [`Este consentimiento comienza cuando ambas partes han firmado. ${withdrawal}`],
    '24_hours': writeDuration('24 horas'),
    '7_days': writeDuration('7 días, que son 168 horas,'),
  },
  lapse: 'Una invitación que no se completa a tiempo caduca, y lo que se subió para ella se destruye.',
  statements: {
    identity:
      'Doy mi consentimiento para compartir mi identidad, con todo lo que aporto aquí, con la otra parte de esta verificación.',
    adult: 'Tengo 18 años o más',
    willing:
      'Confirmo que nadie me obliga a firmar este formulario y que doy mi consentimiento voluntariamente como persona adulta.',
    additionalTerms: 'He leído y acepto las condiciones adicionales indicadas arriba.',
  },
  warning: [
    'No firme si tiene menos de 18 años.',
    'Si alguien le presiona, deténgase y busque ayuda de una persona adulta de confianza.',
    'Tómese su tiempo.',
  ],
}
