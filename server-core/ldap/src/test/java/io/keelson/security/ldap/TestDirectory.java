package io.keelson.security.ldap;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.LDAPException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A directory in the test's own JVM, on loopback: in the clear with StartTLS, and with TLS. */
public final class TestDirectory implements AutoCloseable {
    public static final String BASE = "dc=example,dc=com";
    public static final String SERVER = "cn=server,dc=example,dc=com";
    public static final String PASSWORD = "the server's own";
    private static final String STORE = "changeit";

    private final InMemoryDirectoryServer server;

    /**
     * Starts it with users, groups, and groups in groups.
     *
     * @param names what its certificate is for, as keytool has it: {@code dns:localhost,ip:127.0.0.1}
     * @param certificate where the certificate is written to, in PEM
     */
    public TestDirectory(Path directory, String names, Path certificate) throws Exception {
        SSLContext tls = tls(directory, names, certificate);
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig(BASE);
        config.setSchema(null); // memberOf is not in it
        config.addAdditionalBindCredentials(SERVER, PASSWORD);
        InetAddress here = InetAddress.getByName("127.0.0.1");
        config.setListenerConfigs(
                InMemoryListenerConfig.createLDAPConfig("clear", here, 0, tls.getSocketFactory()),
                InMemoryListenerConfig.createLDAPSConfig(
                        "secure", here, 0, tls.getServerSocketFactory(), tls.getSocketFactory()));
        server = new InMemoryDirectoryServer(config);
        fill();
        server.startListening();
    }

    private static SSLContext tls(Path directory, String names, Path certificate) throws Exception {
        Path store = Files.createTempDirectory(directory, "keys").resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "server",
                        "-dname",
                        "CN=directory",
                        "-ext",
                        "san=" + names,
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IOException("keytool has made no key");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, STORE.toCharArray());
        }
        Certificate own = keys.getCertificate("server");
        Files.writeString(
                certificate,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(own.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, STORE.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private void fill() throws Exception {
        server.add("dn: " + BASE, "objectClass: domain", "dc: example");
        server.add("dn: ou=people," + BASE, "objectClass: organizationalUnit", "ou: people");
        server.add("dn: ou=groups," + BASE, "objectClass: organizationalUnit", "ou: groups");
        user("ann", "ann's password", "memberOf: cn=staff,ou=groups," + BASE);
        user("bob", "bob's password");
        user("robot", "robot's password");
        user("o\\,leary", "comma", "memberOf: cn=people \\, others,ou=groups," + BASE);
        server.modify(
                "dn: uid=robot,ou=people," + BASE, "changetype: modify", "replace: objectClass", "objectClass: device");
        group("staff", "uid=ann,ou=people," + BASE, "cn=everybody,ou=groups," + BASE);
        group("everybody", "cn=staff,ou=groups," + BASE, "cn=company,ou=groups," + BASE);
        group("company", "cn=everybody,ou=groups," + BASE, "cn=staff,ou=groups," + BASE); // a circle
        group("clerks", "uid=bob,ou=people," + BASE, null);
    }

    void user(String name, String password, String... more) throws Exception {
        String plain = name.replace("\\", "");
        String[] lines = {
            "dn: uid=" + name + ",ou=people," + BASE,
            "objectClass: person",
            "uid: " + plain,
            "cn: " + plain,
            "sn: " + plain,
            "userPassword: " + password
        };
        server.add(java.util.stream.Stream.concat(java.util.Arrays.stream(lines), java.util.Arrays.stream(more))
                .toArray(String[]::new));
    }

    private void group(String name, String member, String above) throws Exception {
        server.add(
                "dn: cn=" + name + ",ou=groups," + BASE,
                "objectClass: groupOfNames",
                "cn: " + name,
                "member: " + member);
        if (above != null) {
            server.modify(
                    "dn: cn=" + name + ",ou=groups," + BASE,
                    "changetype: modify",
                    "add: memberOf",
                    "memberOf: " + above);
        }
    }

    InMemoryDirectoryServer server() {
        return server;
    }

    public String clear() {
        return "ldap://127.0.0.1:" + server.getListenPort("clear");
    }

    public String secure(String host) {
        return "ldaps://" + host + ":" + server.getListenPort("secure");
    }

    /** Ends all its connections, and takes no more. */
    public void away() {
        server.shutDown(true);
    }

    /** Takes connections again, at the same ports. */
    void back() throws LDAPException {
        server.startListening();
    }

    @Override
    public void close() {
        server.shutDown(true);
    }
}
