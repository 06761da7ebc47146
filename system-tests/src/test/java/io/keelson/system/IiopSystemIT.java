package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Beans called by RMI-IIOP from another process, at the port of HTTP. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class IiopSystemIT {
    private static final String SEPARATOR = System.getProperty("path.separator");

    private static final Pattern SECURE =
            Pattern.compile("KLS-002613: Channel DefaultSecure is now listening on \\S+:(\\d+) ");

    @TempDir
    static Path directory;

    private static LiveServer server;
    private static WarFile application;
    private static Client client;

    @BeforeAll
    static void start() throws Exception {
        application = WarFile.ofSources("iiop", directory.resolve("classes"));
        server = LiveServer.create(directory);
        Path settings = server.domain().resolve("domain.yaml");
        String text = Files.readString(settings);
        String enabled = text.replaceFirst("(?m)^  AdminServer:$", """
                $0
                    iiop: {enabled: true, asserting-users: [front]}
                    tls-listen-port: 0
                    tls: {certificate: security/tls.pem, key: security/tls.key, client-auth: wanted, trust: security/clients.pem}""");
        assertThat(enabled).isNotEqualTo(text);
        Files.writeString(settings, enabled);
        said("tls", "create-certificate");
        Files.write(
                server.domain().resolve("security/clients.pem"),
                List.of(certificate("ann"), certificate("front"), certificate("stranger")));
        user("ann", "clerk");
        user("bob", "guests");
        user("front", "servers");
        user("locked", "clerk");
        server.launch();
        server.awaitRunning();
        server.deploy("shop", application);
        client = client();
    }

    @AfterAll
    static void stop() throws Exception {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static void said(String... command) {
        LiveServer.Said said = server.cli(command);
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private static void user(String name, String group) throws IOException {
        Path password = Files.writeString(directory.resolve("password"), "a-secret-of-" + name + "\n");
        said("user", "add", name, "--group", group, "--password-file", password.toString());
    }

    /** Makes a certificate with its key, and returns it as text. */
    private static String certificate(String name) throws Exception {
        Path store = directory.resolve(name + ".p12");
        keytool("-genkeypair", "-alias", name, "-dname", "CN=" + name, "-keyalg", "EC", "-keystore", store.toString());
        Path exported = directory.resolve(name + ".pem");
        keytool("-exportcert", "-rfc", "-alias", name, "-keystore", store.toString(), "-file", exported.toString());
        return Files.readString(exported);
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", "changeit", "-storetype", "PKCS12"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static Client client() throws Exception {
        Path broker = only(LiveServer.HOME.resolve("parts/iiop"), "openjdk-orb-");
        Path ours = only(LiveServer.HOME.resolve("parts/iiop"), "keelson-iiop-");
        Path classes = directory.resolve("client");
        if (!Files.exists(classes)) {
            WarFile unused = WarFile.ofLibrary("iiop-client", classes, broker, ours, directory.resolve("classes"));
        }
        Path lib = LiveServer.HOME.resolve("lib");
        String classPath = Stream.of(
                        classes,
                        directory.resolve("classes"),
                        broker,
                        ours,
                        only(lib, "jakarta.ejb-api-"),
                        only(lib, "jakarta.transaction-api-"))
                .map(Path::toString)
                .collect(Collectors.joining(SEPARATOR));
        Client started = Client.start(
                classPath,
                "iiop.client.IiopClient",
                server.address(),
                server.domain().resolve("security/tls.pem").toString());
        assertThat(started.line()).isEqualTo("ready");
        return started;
    }

    private static Path only(Path directory, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> found = files.filter(
                            each -> each.getFileName().toString().startsWith(prefix))
                    .toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    @Test
    void homesAndInterfacesOfRmiAreCalledByTheirNames() throws Exception {
        assertThat(client.ask("hello")).startsWith("hello w");
        assertThat(client.ask("self")).isEqualTo("hello me true true");
        assertThat(client.ask("cart")).isEqualTo("5 1 false gone");
        assertThat(client.ask("clock")).isEqualTo("42");
        assertThat(client.ask("list")).contains("ShopBean", "CartBean", "ClockBean");
    }

    @Test
    void aNameThatIsNotThereIsNotFoundAndNoneCanBeBound() throws Exception {
        assertThat(client.ask("shop/Nobody")).startsWith("javax.naming.NameNotFoundException: ");
        assertThat(client.ask("bind")).contains("NO_PERMISSION");
    }

    @Test
    void valuesTravel() throws Exception {
        assertThat(client.ask("value")).isEqualTo("turned 3 RED [] {} -> tea 3 BLUE [hot] {cups=2}");
        assertThat(client.ask("many")).isEqualTo("3000");
    }

    @Test
    void exceptionsAreThoseOfTheSpecificationAndTellNoStack() throws Exception {
        assertThat(client.ask("sold")).isEqualTo("iiop.SoldOut: no more tea 7");
        assertThat(client.ask("broken"))
                .startsWith("java.rmi.RemoteException: ")
                .doesNotContain("iiop.ShopBean.buy(", "\tat ");
        assertThat(client.ask("secret")).startsWith("java.rmi.AccessException: ");
    }

    @Test
    void handlesAreUsedAgainByAnotherClientInItsOwnName() throws Exception {
        Path file = directory.resolve("handles");
        String url = "iiop://" + server.address();
        assertThat(as(url, "ann", "a-secret-of-ann", "handles " + file)).isEqualTo("3 4 true");
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                .contains("ejb:shop/CartBean!iiop.Cart#")
                .doesNotContain("IOR:", "127.0.0.1", "a-secret");

        try (Client other = client()) {
            assertThat(other.ask("as " + url + " bob a-secret-of-bob use-handles " + file))
                    .isEqualTo("14 bob false 1 2 true false iiop.Cart iiop.CartHome gone NoSuchObjectException"
                            + " NoSuchObjectException");
        }
    }

    @Test
    void aClassThatIsNotAllowedIsRefused() throws Exception {
        assertThat(client.ask("url")).startsWith("java.rmi.AccessException: ").contains("java.net.URL");
        assertThat(client.ask("hello")).startsWith("hello w");
    }

    @Test
    void aCallThatWouldJoinATransactionOfTheClientIsRefusedAndOthersAreNot() throws Exception {
        assertThat(client.ask("transaction"))
                .startsWith("apart java.rmi.RemoteException: ")
                .contains("TRANSACTION_UNAVAILABLE")
                .doesNotContain("\tat ");
        assertThat(client.ask("hello")).startsWith("hello w");
    }

    private static String as(String url, String user, String password, String operation) throws Exception {
        return client.ask("as " + url + " " + user + " " + password + " " + operation);
    }

    /** Over TLS, and in the clear within the machine. */
    private static List<String> urls() {
        Matcher secure = SECURE.matcher(server.output());
        assertThat(secure.find()).as(server.output()).isTrue();
        return List.of("iiops://localhost:" + secure.group(1), "iiop://" + server.address());
    }

    @Test
    void aUserLogsInAndIsTheCallerOfTheBean() throws Exception {
        for (String url : urls()) {
            assertThat(as(url, "ann", "a-secret-of-ann", "who")).as(url).isEqualTo("ann true");
            assertThat(as(url, "ann", "a-secret-of-ann", "self")).as(url).isEqualTo("ann true");
            assertThat(as(url, "ann", "a-secret-of-ann", "secret")).as(url).isEqualTo("the secret");
            assertThat(as(url, "bob", "a-secret-of-bob", "who")).as(url).isEqualTo("bob false");
            assertThat(as(url, "ann", "a-secret-of-ann", "list")).as(url).isEqualTo("true");
        }
    }

    @Test
    void aUserWithoutTheRoleMayNotCallAndNobodyNeither() throws Exception {
        for (String url : urls()) {
            assertThat(as(url, "bob", "a-secret-of-bob", "secret")).as(url).startsWith("java.rmi.AccessException: ");
            assertThat(as(url, "-", "-", "secret")).as(url).startsWith("java.rmi.AccessException: ");
            assertThat(as(url, "-", "-", "who")).as(url).endsWith(" false").doesNotContain("ann");
        }
    }

    @Test
    void whoDoesNotKnowThePasswordIsRefused() throws Exception {
        for (String url : urls()) {
            for (String user : List.of("bob", "nobody-of-that-name")) {
                assertThat(as(url, user, "wrong", "who"))
                        .as(url)
                        .startsWith("javax.naming.AuthenticationException: ")
                        .doesNotContain("\tat ");
            }
        }
        assertThat(as(urls().get(0), "bob", "a-secret-of-bob", "who")).isEqualTo("bob false");
    }

    @Test
    void aLockedUserIsRefused() throws Exception {
        String url = urls().get(0);
        assertThat(as(url, "locked", "a-secret-of-locked", "who")).isEqualTo("locked true");
        for (int i = 0; i < 5; i++) {
            assertThat(as(url, "locked", "wrong", "who")).startsWith("javax.naming.AuthenticationException: ");
        }
        assertThat(as(url, "locked", "a-secret-of-locked", "who")).startsWith("javax.naming.AuthenticationException: ");
    }

    @Test
    void noPasswordIsSentInTheClearToAnotherMachineNorToAServerThatIsNotTrusted() throws Exception {
        assertThat(as("iiop://192.0.2.1:7001", "ann", "a-secret-of-ann", "who"))
                .startsWith("javax.naming.ConfigurationException: ")
                .contains("in the clear");
        assertThat(as(urls().get(0), "ann", "a-secret-of-ann", "untrusted")).startsWith("javax.naming.");
    }

    @Test
    void evidenceIsAnsweredAsTheSpecificationSays() throws Exception {
        assertThat(client.ask("sas ann a-secret-of-ann =")).isEqualTo("ann true, complete 0 false");
        assertThat(client.ask("sas7 ann wrong =")).isEqualTo("refused, error 7 1 1 8");
        assertThat(client.ask("sas front a-secret-of-front bob")).isEqualTo("bob false, complete 0 false");
        assertThat(client.ask("sas front a-secret-of-front ann")).isEqualTo("ann true, complete 0 false");
        assertThat(client.ask("sas front a-secret-of-front nobody")).isEqualTo("refused, error 0 1 1 0");
        assertThat(client.ask("sas ann a-secret-of-ann bob")).isEqualTo("refused, error 0 1 1 0");
        assertThat(client.ask("sas ann a-secret-of-ann ann")).isEqualTo("ann true, complete 0 false");
        assertThat(client.ask("sas ann a-secret-of-ann -")).endsWith(" false, complete 0 false");
        assertThat(client.ask("sas - - ann")).isEqualTo("refused, error 0 1 1 0");
        assertThat(client.ask("sas garbage")).isEqualTo("refused, error 0 2 1 0");
        assertThat(client.ask("sas7 foreign")).isEqualTo("refused, error 7 2 1 0");
        assertThat(client.ask("hello")).startsWith("hello w");
    }

    @Test
    void aContextIsKeptForItsConnectionUntilItIsDiscarded() throws Exception {
        assertThat(client.ask("sas21 context")).isEqualTo("refused, error 21 4 1 0");
        assertThat(client.ask("sas21 ann a-secret-of-ann =")).isEqualTo("ann true, complete 21 true");
        assertThat(client.ask("sas22 front a-secret-of-front bob")).isEqualTo("bob false, complete 22 true");
        assertThat(client.ask("sas21 context")).isEqualTo("ann true, nothing");
        assertThat(client.ask("sas22 context")).isEqualTo("bob false, nothing");
        assertThat(client.ask("sas21 bob a-secret-of-bob =")).isEqualTo("refused, error 21 3 1 0");
        assertThat(client.ask("sas21 ann wrong =")).isEqualTo("refused, error 21 1 1 8");
        assertThat(client.ask("sas21 ann a-secret-of-ann =")).isEqualTo("ann true, complete 21 true");
        try (Client other = client()) {
            assertThat(other.ask("sas21 context")).isEqualTo("refused, error 21 4 1 0");
        }
        assertThat(client.ask("sas21 discard")).isEqualTo("ann true, nothing");
        assertThat(client.ask("sas21 context")).isEqualTo("refused, error 21 4 1 0");
    }

    @Test
    void ownersOfCertificatesAreAssertedByThoseWhoMay() throws Exception {
        String chain = "chain:" + directory.resolve("ann.pem");
        assertThat(client.ask("sas front a-secret-of-front dn:CN=bob")).isEqualTo("bob false, complete 0 false");
        assertThat(client.ask("sas front a-secret-of-front " + chain)).isEqualTo("ann true, complete 0 false");
        assertThat(client.ask("sas front a-secret-of-front dn:CN=nobody")).isEqualTo("refused, error 0 1 1 0");
        assertThat(client.ask("sas bob a-secret-of-bob dn:CN=ann")).isEqualTo("refused, error 0 1 1 0");
        assertThat(client.ask("sas bob a-secret-of-bob " + chain)).isEqualTo("refused, error 0 1 1 0");
        assertThat(client.ask("sas - - " + chain)).isEqualTo("refused, error 0 1 1 0");
    }

    @Test
    void theCertificateOfAClientIsItsUser() throws Exception {
        String url = urls().get(0);
        assertThat(as(url, certified("ann"), "-", "who")).isEqualTo("ann true");
        assertThat(as(url, certified("ann"), "-", "self")).isEqualTo("ann true");
        assertThat(as(url, certified("ann"), "-", "secret")).isEqualTo("the secret");
        assertThat(as(url, certified("stranger"), "-", "who"))
                .endsWith(" false")
                .doesNotContain("stranger");
        assertThat(as(url, certified("stranger"), "-", "secret")).startsWith("java.rmi.AccessException: ");
        assertThat(as(url, certified("front"), "-", "asserting bob")).isEqualTo("bob false, complete 0 false");
        assertThat(as(url, certified("front"), "-", "asserting =")).isEqualTo("front false, complete 0 false");
        assertThat(as(url, certified("ann"), "-", "asserting bob")).isEqualTo("refused, error 0 1 1 0");
    }

    private static String certified(String name) {
        return "@" + directory.resolve(name + ".p12");
    }

    @Test
    void twentyThreadsShareAConnection() throws Exception {
        assertThat(client.ask("twenty")).isEqualTo("2000");
    }

    @Test
    void garbageAndHugeLengthsEndTheirConnectionAlone() throws Exception {
        for (byte[] bytes : List.of(
                new byte[] {'G', 'I', 'O', 'P', 1, 2, 0, 0, 0x7f, -1, -1, -1},
                new byte[] {'G', 'I', 'O', 'P', 1, 2, 1, 0, -1, -1, -1, -1},
                new byte[] {'G', 'I', 'O', 'P', 9, 9, 9, 9, 9, 9, 9, 9},
                "GIOPgarbage, and what follows it is too".getBytes(StandardCharsets.US_ASCII))) {
            try (Socket socket = connected()) {
                socket.getOutputStream().write(bytes);
                InputStream in = socket.getInputStream();
                socket.setSoTimeout(20_000);
                assertThat(in.readAllBytes()).startsWith('G', 'I', 'O', 'P', 1, 0, 0, 6);
            }
        }
        assertThat(client.ask("hello")).startsWith("hello w");
        assertThat(server.get("/").statusCode()).isEqualTo(404);
    }

    private static Socket connected() throws IOException {
        String address = server.address();
        int colon = address.lastIndexOf(':');
        return new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    @Test
    void aRedeployedBeanIsFoundAnewAndAnUndeployedOneIsNot() throws Exception {
        server.deploy("again", application);
        assertThat(client.ask("again/ShopBean")).contains("IOR:");
        HttpResponse<String> gone = server.manage("DELETE", "deployments/again");
        assertThat(gone.statusCode()).as(gone.body()).isBetween(200, 204);
        assertThat(client.ask("again/ShopBean")).startsWith("javax.naming.NameNotFoundException: ");
        assertThat(client.ask("hello")).startsWith("hello w");
    }
}
