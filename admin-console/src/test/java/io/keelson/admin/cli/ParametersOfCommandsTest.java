package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Text that a user gives to any command, with every character that means something in an address, comes to the server as it is or not at
 * all: each text of each command is tried, so that a new command is tried, too.
 */
@Timeout(120)
class ParametersOfCommandsTest {
    private static final String HOSTILE = "a b/\u00fc?c=d&e#f%41+g;h<\\";
    private static final String ENCODED = "a%20b%2F%C3%BC%3Fc%3Dd%26e%23f%2541%2Bg%3Bh%3C%5C";

    /** They start something, wait for a user, or ask nobody. */
    private static final Set<String> NOT_ASKING = Set.of(
            "client",
            "completion",
            "demo",
            "domain create",
            "help",
            "lb",
            "machine init",
            "node run",
            "node start",
            "shell",
            "start");

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private ServerSocket listener;
    /** True if what is asked for is there. */
    private volatile boolean there;

    private final InputStream input = System.in;

    @BeforeEach
    void listen() throws IOException {
        System.setIn(InputStream.nullInputStream()); // commands that read a password there find none
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(() -> {
            try {
                while (!listener.isClosed()) {
                    Socket socket = listener.accept();
                    threads.execute(() -> serve(socket));
                }
            } catch (IOException e) {
                // It is closed.
            }
        });
    }

    @AfterEach
    void stop() throws IOException {
        System.setIn(input);
        listener.close();
        threads.shutdownNow();
    }

    /** Notes the first line of a request, and answers. */
    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = in.read();
                if (c < 0) {
                    return;
                }
                head.append((char) c);
            }
            String line = head.substring(0, Math.max(0, head.indexOf("\r\n")));
            requests.add(line);
            boolean found = there && line.startsWith("GET ");
            byte[] body = (found ? "{\"name\":\"shop\",\"state\":\"RUNNING\"}" : "{\"detail\":\"No.\"}")
                    .getBytes(StandardCharsets.UTF_8);
            socket.getOutputStream()
                    .write(("HTTP/1.1 " + (found ? "200 OK" : "404 No")
                                    + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                                    + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            socket.shutdownOutput();
            long rest = in.transferTo(OutputStream.nullOutputStream());
            assert rest >= 0;
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private Path domain() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        Endpoint endpoint = Endpoint.inTheClear("127.0.0.1:" + listener.getLocalPort());
        ProcessHandle me = ProcessHandle.current();
        String mark = ProcessMark.of(me).orElse(null);
        new ServerRecord("AdminServer", "RUNNING", me.pid(), mark, endpoint, endpoint, "test")
                .write(domain.server("AdminServer"));
        new ServerRecord("node", "RUNNING", me.pid(), mark, null, endpoint, "test").write(domain.node());
        Files.write(directory.resolve("shop.war"), new byte[] {'P', 'K'});
        return domain.path();
    }

    /** Returns the words of a command with what it requires, and with the text in one place. */
    private String[] words(CommandLine command, ArgSpec hostile, Path domain) {
        List<String> words = new ArrayList<>(List.of(name(command).split(" ")));
        for (ArgSpec each : arguments(command)) {
            String value = value(each, each == hostile);
            if (value == null
                    || each != hostile && !each.isPositional() && (!each.required() || each.group() != null)) {
                continue;
            }
            words.add(each instanceof OptionSpec option ? option.longestName() + "=" + value : value);
        }
        if (command.getCommandSpec().findOption("--domain") != null) {
            words.add("--domain=" + domain);
        }
        return words.toArray(String[]::new);
    }

    private static List<ArgSpec> arguments(CommandLine command) {
        List<ArgSpec> all = new ArrayList<>(command.getCommandSpec().options());
        all.addAll(command.getCommandSpec().positionalParameters());
        return all;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName().replaceFirst("^keelson ", "");
    }

    private @Nullable String value(ArgSpec spec, boolean hostile) {
        if (hostile) {
            return HOSTILE;
        }
        Class<?> type = spec.auxiliaryTypes()[0];
        if (type == Path.class) {
            return directory.resolve("shop.war").toString();
        }
        if (type == String.class) {
            return "shop";
        }
        return type == boolean.class || type == Boolean.class ? null : "1";
    }

    private static void leaves(CommandLine command, List<CommandLine> all) {
        if (command.getSubcommands().isEmpty()) {
            all.add(command);
        }
        command.getSubcommands().values().forEach(each -> leaves(each, all));
    }

    @Test
    void aTextArrivesAsItIsOrNotAtAll() throws Exception {
        Path domain = domain();
        List<CommandLine> commands = new ArrayList<>();
        leaves(Keelson.commandLine(), commands);
        commands.removeIf(command -> NOT_ASKING.contains(name(command)));
        Set<String> sent = new TreeSet<>();
        for (CommandLine command : commands) {
            for (ArgSpec spec : arguments(command)) {
                if (spec.auxiliaryTypes()[0] == String.class) {
                    there = false;
                    String[] words = words(command, spec, domain);
                    String said = run(words);
                    assertThat(said).as("%s", List.of(words)).doesNotContain("please report it");
                    boolean any = arrived(words);
                    there = true; // the next request, if there is one; what it says is of no server
                    run(words);
                    if (any | arrived(words)) {
                        sent.add(name(command) + " " + spec.paramLabel());
                    }
                }
            }
        }
        assertThat(sent)
                .contains("deploy /x", "config get PATH", "log TEXT", "user add NAME")
                .hasSizeGreaterThan(20);
    }

    private String run(String... words) {
        requests.clear();
        StringWriter err = new StringWriter();
        CommandLine line = Keelson.commandLine(() -> false, words);
        line.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err, true));
        line.execute(words);
        return err.toString();
    }

    /** Returns whether the text was in a request; as it is, wherever it was. */
    private boolean arrived(String... words) {
        boolean any = false;
        for (String request : requests) {
            String rest = request.replace(ENCODED, "");
            any |= rest.length() < request.length();
            assertThat(rest)
                    .as("%s", List.of(words))
                    .matches("[A-Z]+ /[A-Za-z0-9/._~?&=,%-]* HTTP/1\\.1")
                    .doesNotContain("c=d", "%41", "a%20b", "a+b", "%3Fc");
        }
        return any;
    }
}
