/**
 * The configuration of a local authority for `openssl ca`, `req` and `ts`. Its certificates name `origin` for
 * revocation requests.
 */
export const describeAuthority = (origin: string) => `
[ req ]
distinguished_name = names
[ names ]
[ root ]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[ stamping ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[ stamping_crl ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
crlDistributionPoints = URI:${origin}/crl
[ sealing_ocsp ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, nonRepudiation
extendedKeyUsage = emailProtection
authorityInfoAccess = OCSP;URI:${origin}/ocsp
[ sealing_both ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, nonRepudiation
extendedKeyUsage = emailProtection
authorityInfoAccess = OCSP;URI:${origin}/ocsp
crlDistributionPoints = URI:${origin}/crl
[ sealing_many ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, nonRepudiation
extendedKeyUsage = emailProtection
authorityInfoAccess = ${Array.from({ length: 8 }, () => `OCSP;URI:${origin}/ocsp`).join(',')}
[ responding ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, OCSPSigning
noCheck = ignored
[ responding_asked ]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = OCSPSigning
[ not_stamping_alone ]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = timeStamping
[ authority ]
new_certs_dir = .
database = index.txt
serial = ca-serial
crlnumber = crl-number
certificate = root.pem
private_key = root.key
default_md = sha256
policy = any
unique_subject = no
[ any ]
commonName = supplied
[ tsa ]
default_tsa = local
[ local ]
serial = ./serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`
