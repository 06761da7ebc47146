#!/bin/sh
# certificates.sh DIRECTORY: certificates of the server, for 127.0.0.1, and of the client, with the name that the suite looks for.
# Those of the suite expired in 2019.
set -e
rm -rf "$1"
mkdir -p "$1"
cd "$1"
keytool -genkeypair -alias cts -keyalg RSA -keysize 2048 -storetype PKCS12 -keystore client.p12 -storepass changeit \
  -dname "CN=CTS, OU=Java Software, O=Sun Microsystems Inc., L=Burlington, ST=MA, C=US"
keytool -exportcert -rfc -alias cts -keystore client.p12 -storepass changeit -file client.pem
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout server.key -out server.pem
keytool -importcert -noprompt -alias server -file server.pem -storetype PKCS12 -keystore trust.p12 -storepass changeit
