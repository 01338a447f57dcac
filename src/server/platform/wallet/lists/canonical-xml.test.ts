import { describe, expect, it } from 'vitest'
import { parseCanonicalXml } from './canonical-xml.ts'

describe('canonical XML', () => {
  it('is read with namespaces, attributes and text (WALLET-19)', () => {
    const text =
      '<a xmlns="one" xmlns:p="two" x="1&amp;&quot;&#x9;&#xA;&#xD;"><p:b y="" p:z="3">t&lt;&gt;</p:b>\n<c xmlns="">\u00e9</c>u</a>'
    expect(parseCanonicalXml(text)).toEqual({
      namespace: 'one',
      name: 'a',
      attributes: new Map([['x', '1&"\t\n\r']]),
      text: '\nu',
      children: [
        { namespace: 'two', name: 'b', attributes: new Map([['y', '']]), text: 't<>', children: [] },
        { namespace: '', name: 'c', attributes: new Map(), text: '\u00e9', children: [] },
      ],
    })
  })

  it.each([
    '',
    'text',
    '<a>',
    '</a>',
    '<a></b>',
    '<a></a><b></b>',
    '<a></a>text',
    ' <a></a>',
    '<a/>',
    '<a ></a>',
    "<a b='c'></a>",
    '<a b=c></a>',
    '<a b="<"></a>',
    '<a b="c"d="e"></a>',
    '<p:a></p:a>',
    '<:a></:a>',
    '<a>&other;</a>',
    '<a>&amp</a>',
    '<a>& b</a>',
    '<a>&#65;</a>',
    '<a b="&other;"></a>',
    '<a><![CDATA[b]]></a>',
    '<a><!--b--></a>',
    '<a><?b?></a>',
    '<?xml version="1.0"?><a></a>',
    '<!DOCTYPE a><a></a>',
    '<a><b></a></b>',
  ])('is nothing else: %s (WALLET-19)', (text) => {
    expect(parseCanonicalXml(text)).toBeNull()
  })
})
