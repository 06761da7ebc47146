package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
        String enabled = text.replaceFirst("(?m)^  AdminServer:$", "$0\n    iiop: {enabled: true}");
        assertThat(enabled).isNotEqualTo(text);
        Files.writeString(settings, enabled);
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

    private static Client client() throws Exception {
        Path broker = only(LiveServer.HOME.resolve("parts/iiop"), "openjdk-orb-");
        Path classes = directory.resolve("client");
        if (!Files.exists(classes)) {
            WarFile unused = WarFile.ofLibrary("iiop-client", classes, broker, directory.resolve("classes"));
        }
        Path lib = LiveServer.HOME.resolve("lib");
        String classPath = Stream.of(
                        classes,
                        directory.resolve("classes"),
                        broker,
                        only(lib, "jakarta.ejb-api-"),
                        only(lib, "jakarta.transaction-api-"))
                .map(Path::toString)
                .collect(Collectors.joining(SEPARATOR));
        Client started = Client.start(classPath, "iiop.client.IiopClient", server.address());
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
        assertThat(client.ask("handle")).contains("NO_IMPLEMENT");
    }

    @Test
    void aClassThatIsNotAllowedIsRefused() throws Exception {
        assertThat(client.ask("url")).startsWith("java.rmi.AccessException: ").contains("java.net.URL");
        assertThat(client.ask("hello")).startsWith("hello w");
    }

    @Test
    void aCallInATransactionOfTheClientIsRefusedAndNamesAreRead() throws Exception {
        assertThat(client.ask("transaction"))
                .startsWith("java.rmi.RemoteException: ")
                .contains("TRANSACTION_UNAVAILABLE")
                .doesNotContain("\tat ");
        assertThat(client.ask("hello")).startsWith("hello w");
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
