package io.keelson.admin.jmx.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.RunningServer;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.security.RealmEditor;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.AccessException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.rmi.RMIConnector;
import javax.management.remote.rmi.RMIServer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server's remote JMX, with the JDK's client over TLS. The JVM has no guard of its own here: what is refused, the connector refuses. */
@Timeout(120)
class RemoteJmxIT {
    private static final Map<String, String> GROUPS = Map.of(
            "monitor", "Monitors",
            "operator", "Operators",
            "deployer", "Deployers",
            "admin", "Administrators",
            "guest", "staff");

    private static KeyPair key;
    private static X509Certificate certificate;

    @TempDir
    Path directory;

    private final List<JMXConnector> clients = new CopyOnWriteArrayList<>();
    private DomainDirectory domain;
    private RunningServer server;
    private int port;

    /** The JDK's factory of sockets takes the JVM's trust, and remembers it. */
    @BeforeAll
    static void trust() throws Exception {
        key = CertificateWriter.newKey();
        Instant now = Instant.now();
        certificate = CertificateWriter.selfSigned(
                new CertificateWriter.Content(
                        "localhost",
                        List.of("localhost", "127.0.0.1"),
                        true,
                        now.minusSeconds(60),
                        now.plus(Duration.ofDays(100))),
                key);
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("server", certificate);
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        SSLContext.setDefault(context);
    }

    @BeforeEach
    void start() throws Exception {
        domain = DomainDirectory.create(directory.resolve("domain"));
        for (Map.Entry<String, String> user : GROUPS.entrySet()) {
            domain.realm().put(user.getKey(), password(user.getKey()), List.of(user.getValue()));
        }
        Files.writeString(domain.path().resolve("security/s.pem"), CertificateWriter.pem(certificate));
        Files.writeString(domain.path().resolve("security/s.key"), CertificateWriter.pem(key.getPrivate()));
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        server = RunningServer.start(
                domain,
                Map.of(
                        "keelson.servers.AdminServer.tls.certificate", "security/s.pem",
                        "keelson.servers.AdminServer.tls.key", "security/s.key",
                        "keelson.servers.AdminServer.tls-listen-port", "0",
                        "keelson.servers.AdminServer.jmx-port", String.valueOf(port),
                        "keelson.jmx.max-connections", "4"));
    }

    @AfterEach
    void stop() throws Exception {
        for (JMXConnector client : clients) {
            try {
                client.close();
            } catch (IOException e) {
                // The server has closed it.
            }
        }
        server.close();
    }

    private static char[] password(String user) {
        return (user + " 's pässword").toCharArray();
    }

    private JMXConnector connect(Object credentials) throws Exception {
        Map<String, Object> environment = new HashMap<>();
        if (credentials != null) {
            environment.put(JMXConnector.CREDENTIALS, credentials);
        }
        // As the JDK does for service:jmx:rmi:///jndi/rmi://..., which the naming of a server in this JVM forbids.
        Registry registry = LocateRegistry.getRegistry("127.0.0.1", port, new SslRMIClientSocketFactory());
        JMXConnector client = new RMIConnector((RMIServer) registry.lookup("jmxrmi"), environment);
        client.connect();
        clients.add(client);
        return client;
    }

    private JMXConnector logIn(String user) throws Exception {
        return connect(new String[] {user, String.valueOf(password(user))});
    }

    private String audit() throws Exception {
        return Files.readString(domain.path().resolve("servers/AdminServer/logs/audit.log"));
    }

    private static ObjectName bean(String rest) throws Exception {
        return new ObjectName("io.keelson:server=AdminServer," + rest);
    }

    private static void awaitBeans(MBeanServerConnection beans) throws Exception {
        ObjectName last = bean("type=configuration,path=jmx");
        await().until(() -> beans.isRegistered(last));
    }

    @Test
    void everyRoleMayDoWhatItMayByRest() throws Exception {
        ObjectName memory = new ObjectName("java.lang:type=Memory");
        ObjectName watched = new ObjectName("io.keelson:server=AdminServer,type=configuration,path=jmx");
        Attribute verbose = new Attribute("Verbose", false);
        for (String role : List.of("monitor", "operator", "deployer", "admin")) {
            JMXConnector client = logIn(role);
            MBeanServerConnection beans = client.getMBeanServerConnection();
            awaitBeans(beans);
            boolean admin = role.equals("admin");
            assertThat(beans.getAttribute(bean("type=server"), "State")).isEqualTo("RUNNING");
            assertThat(beans.getAttribute(memory, "HeapMemoryUsage")).isNotNull();
            assertThat(beans.getAttribute(watched, "MaxConnections")).isEqualTo(4L);
            assertThat(beans.queryNames(null, null)).hasSizeGreaterThan(20);
            assertThat((String) beans.invoke(bean("type=server"), "threadDump", null, null))
                    .contains("keelson.management.RemoteJmx");
            assertThat(beans.invoke(
                            new ObjectName("java.lang:type=Threading"),
                            "getThreadInfo",
                            new Object[] {new long[] {1}},
                            new String[] {"[J"}))
                    .isNotNull();
            may(admin, () -> beans.setAttribute(memory, verbose));
            may(admin, () -> beans.invoke(memory, "gc", null, null));
            may(admin, () -> beans.setAttribute(watched, new Attribute("MaxConnections", 4L)));
            may(false, () -> beans.createMBean("javax.management.loading.MLet", new ObjectName("x:type=MLet")));
            may(false, () -> beans.unregisterMBean(memory));
            may(
                    false,
                    () -> beans.invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "help",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()}));
            may(false, () -> beans.addNotificationListener(memory, bean("type=server"), null, null));
            assertThat(((String[]) beans.getAttribute(new ObjectName("java.lang:type=Runtime"), "InputArguments"))
                                    .length
                            == 1)
                    .as("arguments of the JVM are for the admin: " + role)
                    .isEqualTo(!admin);
            client.close();
        }
        assertThat(audit())
                .contains("\"event\":\"begin\"")
                .containsPattern("\"user\":\"admin\",\"via\":\"jmx\",\"roles\":\"admin\",\"from\":\"127.0.0.1\","
                        + "\"method\":\"INVOKE\",\"path\":\"java.lang:type=Memory gc\"")
                .containsPattern("\"event\":\"refused\",[^\\n]*\"user\":\"operator\",\"via\":\"jmx\",[^\\n]*\"SET\","
                        + "\"path\":\"java.lang:type=Memory Verbose\",\"status\":403")
                .containsPattern("\"user\":\"monitor\",\"via\":\"jmx\",[^\\n]*\"LOGIN\",[^\\n]*\"status\":200")
                .containsPattern("\"user\":\"monitor\",\"via\":\"jmx\",[^\\n]*\"LOGOUT\"")
                .doesNotContain("pässword");
    }

    /** Work for somebody who may or may not. */
    private interface Call {
        void make() throws Exception;
    }

    private static void may(boolean may, Call call) {
        if (may) {
            assertThatCode(call::make).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(call::make)
                    .isInstanceOf(SecurityException.class)
                    .hasMessageMatching("This needs the role .*|Nobody may do this by remote JMX");
        }
    }

    @Test
    void onlyWhoLogsInGetsIn() throws Exception {
        assertThatThrownBy(() -> connect(null))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("needs a name and a password");
        assertThatThrownBy(() -> logIn("guest"))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("no role here");
        assertThatThrownBy(() -> connect(new String[] {"admin", "wrong"}))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("wrong, or the user is locked");
        assertThatThrownBy(() -> connect(new String[] {"admin"})).isInstanceOf(SecurityException.class);
        assertThat(logIn("admin").getConnectionId()).contains("admin");
        for (int i = 0; i < 6; i++) {
            assertThatThrownBy(() -> connect(new String[] {"operator", "wrong"}))
                    .isInstanceOf(SecurityException.class);
        }
        assertThatThrownBy(() -> logIn("operator"))
                .as("locked")
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("locked");
        assertThat(audit())
                .containsPattern("\"event\":\"refused\",[^\\n]*\"user\":\"operator\",\"via\":\"jmx\",[^\\n]*\"from\":"
                        + "\"127.0.0.1\",\"method\":\"LOGIN\",[^\\n]*\"status\":401");
    }

    @Test
    void anAddressThatFailsTooOftenIsLocked() throws Exception {
        for (int i = 0; i < 20; i++) {
            String user = "nobody" + i;
            assertThatThrownBy(() -> connect(new String[] {user, "wrong"})).isInstanceOf(SecurityException.class);
        }
        assertThatThrownBy(() -> logIn("admin")).hasMessageContaining("Too many logins from this address have failed");
    }

    @Test
    void whoLosesTheirRightsLosesThemAtOnce() throws Exception {
        MBeanServerConnection beans = logIn("monitor").getMBeanServerConnection();
        MBeanServerConnection other = logIn("operator").getMBeanServerConnection();
        ObjectName memory = new ObjectName("java.lang:type=Memory");
        assertThat(beans.getAttribute(memory, "Verbose")).isEqualTo(false);
        RealmEditor editor = server.server().find(RealmEditor.class).orElseThrow();
        assertThat(editor).isNotNull();
        domain.realm().put("monitor", password("monitor"), List.of("staff"));
        domain.realm().put("operator", "another".toCharArray(), List.of("Operators"));
        server.server().find(io.keelson.security.Realm.class).orElseThrow().refresh();
        await().untilAsserted(() -> assertThatThrownBy(() -> beans.getAttribute(memory, "Verbose"))
                .isInstanceOfAny(SecurityException.class, IOException.class));
        await().untilAsserted(() -> assertThatThrownBy(() -> other.getAttribute(memory, "Verbose"))
                .isInstanceOfAny(SecurityException.class, IOException.class));
        await().untilAsserted(() -> assertThat(audit())
                .containsPattern("\"user\":\"monitor\",\"via\":\"jmx\",[^\\n]*\"LOGOUT\"")
                .containsPattern("\"user\":\"operator\",\"via\":\"jmx\",[^\\n]*\"LOGOUT\""));
    }

    @Test
    void nobodyChangesTheRegistry() throws Exception {
        Registry registry = LocateRegistry.getRegistry("127.0.0.1", port, new SslRMIClientSocketFactory());
        RMIServer stub = (RMIServer) registry.lookup("jmxrmi");
        assertThat(stub.toString()).contains("127.0.0.1:" + port);
        assertThatThrownBy(() -> registry.bind("other", stub)).hasRootCauseInstanceOf(AccessException.class);
        assertThatThrownBy(() -> registry.rebind("jmxrmi", stub)).hasRootCauseInstanceOf(AccessException.class);
        assertThatThrownBy(() -> registry.unbind("jmxrmi")).hasRootCauseInstanceOf(AccessException.class);
        assertThat(registry.list()).containsExactly("jmxrmi");
        assertThatThrownBy(() -> LocateRegistry.getRegistry("127.0.0.1", port).list())
                .as("in the clear")
                .isInstanceOf(IOException.class);
    }

    @Test
    void objectsThatAreNoManagementAreNotRead() throws Exception {
        Registry registry = LocateRegistry.getRegistry("127.0.0.1", port, new SslRMIClientSocketFactory());
        RMIServer stub = (RMIServer) registry.lookup("jmxrmi");
        for (Object evil : List.of(
                new ArrayList<>(List.of("a")),
                new PriorityQueue<>(List.of("a", "b")),
                new String[] {"a", "b", "c"},
                new HashMap<>(Map.of("a", "b")))) {
            assertThatThrownBy(() -> stub.newClient(evil))
                    .as("%s", evil)
                    .isInstanceOf(IOException.class)
                    .hasStackTraceContaining("REJECTED");
        }
        assertThatThrownBy(() -> stub.newClient(new String[] {"admin", "x".repeat(1 << 20)}))
                .as("a stranger sends a megabyte")
                .isInstanceOf(IOException.class);

        MBeanServerConnection beans = logIn("admin").getMBeanServerConnection();
        awaitBeans(beans);
        for (Object evil : List.of(new PriorityQueue<>(List.of("a", "b")), new java.io.File("x"))) {
            assertThatThrownBy(() -> beans.invoke(
                            bean("type=server"), "shutdown", new Object[] {evil}, new String[] {"java.lang.Object"}))
                    .isInstanceOf(IOException.class)
                    .hasStackTraceContaining("REJECTED");
        }
        assertThatThrownBy(() ->
                        beans.invoke(bean("type=server"), "shutdown", new Object[] {"x".repeat(4 << 20)}, new String[] {
                            "java.lang.String"
                        }))
                .isInstanceOf(IOException.class);
        assertThat(beans.getAttribute(bean("type=server"), "State")).isEqualTo("RUNNING");
    }

    @Test
    void clientsAreCountedAndToldOfWhatHappens() throws Exception {
        List<JMXConnector> open = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            open.add(logIn("monitor"));
        }
        assertThatThrownBy(() -> logIn("admin"))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("jmx.max-connections");
        open.get(0).close();
        MBeanServerConnection operator = logIn("operator").getMBeanServerConnection();
        awaitBeans(operator);
        List<Object> heard = new CopyOnWriteArrayList<>();
        open.get(1)
                .getMBeanServerConnection()
                .addNotificationListener(bean("type=server"), (told, back) -> heard.add(told.getMessage()), null, null);
        Object[] gracefully = {false};
        String[] truth = {"java.lang.Boolean"};
        may(
                false,
                () -> open.get(1)
                        .getMBeanServerConnection()
                        .invoke(bean("type=server"), "shutdown", gracefully, truth));
        operator.invoke(bean("type=server"), "shutdown", gracefully, truth);
        await().until(() -> !heard.isEmpty());
        server.server().awaitEnd();
        assertThat(audit()).contains("\"path\":\"io.keelson:server=AdminServer,type=server shutdown\"");
        try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.isBound()).isTrue();
        }
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("RMI TCP Accept-" + port, "keelson.management.RemoteJmx")
                .noneMatch(name -> name.startsWith("JMX server connection timeout")));
    }

    /** The connection of the call is closed under it. */
    @Test
    void aClientMayChangeTheConnectorThatItUses() throws Exception {
        MBeanServerConnection beans = logIn("admin").getMBeanServerConnection();
        awaitBeans(beans);
        try {
            beans.setAttribute(bean("type=configuration,path=jmx"), new Attribute("IdleTimeout", "3m"));
        } catch (IOException e) {
            // The answer had no way back; the audit log says what came of it.
        }
        await().untilAsserted(() -> assertThat(audit())
                .containsPattern("\"end\",[^\\n]*\"user\":\"admin\",[^\\n]*path=jmx IdleTimeout\",\"status\":200"));
        MBeanServerConnection again = logIn("monitor").getMBeanServerConnection();
        assertThat(again.getAttribute(bean("type=configuration,path=jmx"), "IdleTimeout"))
                .isEqualTo("3m");
        assertThat(Files.readString(domain.configuration())).contains("idle-timeout: 3m");
        assertThatThrownBy(() -> beans.getMBeanCount()).isInstanceOf(IOException.class);
    }

    @Test
    void whoSaysNothingIsDisconnectedAndCrowdsAreKeptOut() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                silent.add(new Socket("127.0.0.1", port));
            }
            try (Socket more = new Socket("127.0.0.1", port)) {
                more.setSoTimeout(5_000);
                assertThat(more.getInputStream().read()).isEqualTo(-1);
            }
            long since = System.nanoTime();
            silent.get(0).setSoTimeout(60_000);
            assertThat(ended(silent.get(0))).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(40));
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
        await().until(() -> logIn("admin").getConnectionId() != null);
    }

    private static boolean ended(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            while (in.read() >= 0) {
                // an alert of TLS, perhaps
            }
        } catch (SSLException | java.net.SocketException e) {
            return true;
        }
        return true;
    }
}
