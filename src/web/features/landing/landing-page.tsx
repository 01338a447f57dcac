import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/landing.ts'
import { readSite } from '../../api/site.ts'
import { LinkButton, useHeadingFocus } from '../../shared/ui/page-frame.tsx'
import classes from './landing-page.module.css'
import { AppSection, FeatureIcon, Pictures, Prices, Questions, SampleCard } from './landing-sections.tsx'

export function meta() {
  const { publicUrl } = readSite()
  const { title, description } = words
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: `${publicUrl}/` },
    { property: 'og:image', content: `${publicUrl}/og.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { tagName: 'link', rel: 'canonical', href: `${publicUrl}/` },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: productName,
        description,
        url: `${publicUrl}/`,
      },
    },
  ]
}

/** The landing page: the product, how it works, and the sign-up links. Plain markup, so that it is shown at once. */
export default function LandingPage() {
  const { features, steps, pictures, prices, questions, truth, call } = words
  const heading = useHeadingFocus()
  return (
    <div className={classes['page']}>
      <section className={classes['hero']}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {words.heading}
          </h1>
          <p className={classes['lead']}>{words.lead}</p>
          <p className={classes['actions']}>
            <LinkButton to="/register">{words.getStarted}</LinkButton>
            <LinkButton to="/login" variant="outline">
              {words.logIn}
            </LinkButton>
          </p>
          <p className={classes['reassurance']}>{words.reassurance}</p>
        </div>
        <SampleCard />
      </section>
      <section className={classes['section']}>
        <h2>{features.heading}</h2>
        <p className={classes['sectionLead']}>{features.lead}</p>
        <ul className={classes['features']}>
          {features.items.map(({ title, text }, index) => (
            <li key={title}>
              <FeatureIcon index={index} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes['steps']}>
        <div className={classes['section']}>
          <h2>{steps.heading}</h2>
          <ol>
            {steps.items.map(({ title, text }) => (
              <li key={title}>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className={classes['section']}>
        <h2>{pictures.heading}</h2>
        <p className={classes['sectionLead']}>{pictures.lead}</p>
        <Pictures />
      </section>
      <section className={classes['section']}>
        <h2>{prices.heading}</h2>
        <p className={classes['sectionLead']}>{prices.lead}</p>
        <Prices />
        <p className={classes['sectionLead']}>{prices.documents}</p>
      </section>
      <section className={classes['section']}>
        <h2>{questions.heading}</h2>
        <Questions />
      </section>
      <section className={classes['section']}>
        <div className={classes['truth']}>
          <h2>{truth.heading}</h2>
          <p>{truth.text}</p>
        </div>
      </section>
      <AppSection />
      <section className={classes['call']}>
        <div>
          <h2>{call.heading}</h2>
          <p>{call.text}</p>
        </div>
        <p className={classes['actions']}>
          <LinkButton to="/register" variant="inverse">
            {call.signUp}
          </LinkButton>
          <LinkButton to="/subscription" variant="quiet">
            {call.plans}
          </LinkButton>
        </p>
      </section>
    </div>
  )
}
