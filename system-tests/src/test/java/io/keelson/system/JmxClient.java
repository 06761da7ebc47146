package io.keelson.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.rmi.ssl.SslRMIClientSocketFactory;

/**
 * A client of remote JMX in a JVM of its own, with nothing but the JDK and a trust store, as a monitoring tool is. It takes a line for
 * what is to be done and answers with one: {@code ok} and the value, or the class of the error and its message.
 */
final class JmxClient implements AutoCloseable {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final Process process;
    private final BufferedReader answers;

    private JmxClient(Process process) {
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts one that trusts the certificate of that PEM file. */
    static JmxClient trusting(Path certificate, Path directory) throws Exception {
        Path store = directory.resolve("trust.p12");
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        try (var in = Files.newInputStream(certificate)) {
            trust.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        try (OutputStream out = Files.newOutputStream(store)) {
            trust.store(out, PASSWORD);
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djavax.net.ssl.trustStore=" + store,
                        "-Djavax.net.ssl.trustStorePassword=" + String.valueOf(PASSWORD),
                        "-cp",
                        Path.of(JmxClient.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        JmxClient.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new JmxClient(process);
    }

    /** Has something done, and says what came of it. The parts of a line are separated by tabulators. */
    String ask(String... parts) throws IOException {
        process.getOutputStream().write((String.join("\t", parts) + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        return String.valueOf(answers.readLine());
    }

    @Override
    public void close() throws Exception {
        process.getOutputStream().close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    /** The client's own process. */
    public static void main(String... none) throws Exception {
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Map<String, JMXConnector> open = new HashMap<>();
        for (String line = asked.readLine(); line != null; line = asked.readLine()) {
            String said;
            try {
                said = "ok " + done(line.split("\t"), open);
            } catch (Exception | Error e) {
                said = e.toString();
            }
            System.out.println(said.replace('\n', ' '));
            System.out.flush();
        }
        System.exit(0);
    }

    private static Object done(String[] parts, Map<String, JMXConnector> open) throws Exception {
        if (parts[0].equals("connect")) {
            JMXConnector made = JMXConnectorFactory.connect(
                    new JMXServiceURL(parts[3]),
                    Map.of(
                            JMXConnector.CREDENTIALS,
                            new String[] {parts[1], parts[2]},
                            "com.sun.jndi.rmi.factory.socket",
                            new SslRMIClientSocketFactory()));
            open.put(parts[1], made);
            return made.getConnectionId();
        }
        JMXConnector connector = open.get(parts[1]);
        MBeanServerConnection beans = connector.getMBeanServerConnection();
        switch (parts[0]) {
            case "get":
                return beans.getAttribute(new ObjectName(parts[2]), parts[3]);
            case "set":
                beans.setAttribute(new ObjectName(parts[2]), new Attribute(parts[3], Long.valueOf(parts[4])));
                return "";
            case "invoke":
                return beans.invoke(new ObjectName(parts[2]), parts[3], null, null);
            case "evil":
                return beans.invoke(
                        new ObjectName(parts[2]),
                        "shutdown",
                        new Object[] {new PriorityQueue<>(java.util.List.of("a", "b"))},
                        new String[] {"java.lang.Object"});
            default:
                throw new IllegalArgumentException(parts[0]);
        }
    }
}
