package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.net.tls.ChannelTls;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class KeelsonTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    private static final Endpoint DEFAULT = Endpoint.inTheClear("127.0.0.1:7001");

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine commandLine = Keelson.commandLine(arguments);
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    private String domain() {
        Path domain = directory.resolve("d");
        if (!Files.exists(domain)) {
            assertThat(run("domain", "create", domain.toString())).isZero();
        }
        return domain.toString();
    }

    /** A command is read alone, as each run of the command line has only one; under the name by which it is found then. */
    @Test
    void aCommandIsReadWithoutTheOthers() {
        Map<String, CommandLine> all = Keelson.commandLine().getSubcommands();
        assertThat(all).hasSizeGreaterThan(30);
        all.forEach((name, command) -> {
            assertThat(command.getCommandName()).isEqualTo(name);
            CommandLine alone = Keelson.commandLine(name, "--help");
            assertThat(alone.getSubcommands().keySet())
                    .as(name)
                    .isEqualTo(name.equals("help") ? all.keySet() : Set.of(name));
            assertThat(alone.getSubcommands().get(name).getUsageMessage()).isEqualTo(command.getUsageMessage());
        });
        for (String[] arguments : new String[][] {{}, {"--help"}, {"-V"}, {"stats"}, {""}}) {
            assertThat(Keelson.commandLine(arguments).getSubcommands())
                    .as(List.of(arguments).toString())
                    .hasSameSizeAs(all);
        }
    }

    @Test
    void helpNamesEveryCommandAndTheExitCodes() {
        assertThat(run("--help")).isZero();
        assertThat(run("help")).isZero();
        assertThat(out.toString())
                .contains(
                        "start",
                        "stop",
                        "status",
                        "deploy",
                        "undeploy",
                        "redeploy",
                        "log",
                        "thread-dump",
                        "work-managers",
                        "user",
                        "domain",
                        "tls",
                        "lb",
                        "client",
                        "demo")
                .contains("3 server not running");
        assertThat(run("help", "start")).isZero();
        assertThat(out.toString()).contains("JAVA_OPTS");
        assertThat(run("deploy", "--help")).isZero();
        assertThat(out.toString()).contains("--context-root");
    }

    @Test
    void wrongCommandLinesAreUsageErrors() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(run("nonsense")).isEqualTo(ExitCode.USAGE);
        assertThat(run("deploy")).isEqualTo(ExitCode.USAGE);
        assertThat(run("status", "--nonsense")).isEqualTo(ExitCode.USAGE);
        assertThat(run("user")).isEqualTo(ExitCode.USAGE);
        assertThat(run("undeploy", "a/b", "--domain", domain())).isIn(ExitCode.USAGE, ExitCode.UNREACHABLE);
    }

    @Test
    void whoAskedForOneObjectGetsOneOfAWrongCommandLineToo() {
        assertThat(run("status", "--nonsense", "--json")).isEqualTo(ExitCode.USAGE);
        assertThat(out.toString().strip()).isEqualTo("{\"error\":\"Unknown option: '--nonsense'\",\"exit-code\":2}");
        assertThat(err.toString()).contains("Usage: keelson status");
    }

    /** But for those that become a process, or print for people or shells. */
    @Test
    void everyCommandThatDoesSomethingSpeaksJson() {
        Set<String> without = new TreeSet<>();
        leaves(Keelson.commandLine(), without);
        assertThat(without)
                .containsExactly(
                        "keelson client",
                        "keelson completion",
                        "keelson demo",
                        "keelson help",
                        "keelson lb",
                        "keelson start");
    }

    private static void leaves(CommandLine command, Set<String> without) {
        if (command.getSubcommands().isEmpty() && command.getCommandSpec().findOption("--json") == null) {
            without.add(command.getCommandSpec().qualifiedName());
        }
        command.getSubcommands().values().forEach(each -> leaves(each, without));
    }

    @Test
    void aValueMayLookLikeAnOption() {
        String path = "servers.AdminServer.java-options";
        assertThat(run("config", "set", path, "-Xmx1g -XX:+UseZGC", "--activate", "--domain", domain()))
                .as(err.toString())
                .isEqualTo(ExitCode.UNREACHABLE);
        assertThat(run("config", "set", path, "-Xmx1g", "--activte", "--domain", domain()))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aCommandInAMessageCanBeCopied() {
        String domain = directory.resolve("my shop").toString();
        assertThat(run("domain", "create", domain)).isZero();
        assertThat(out.toString()).contains("'keelson start --domain '" + domain + "''");
    }

    @Test
    void makesACertificateForDevelopmentThatNobodyElseReadsTheKeyOf() throws Exception {
        String domain = domain();
        assertThat(run("tls", "create-certificate", "--domain", domain)).isZero();
        assertThat(out.toString()).contains("tls: {certificate: security/tls.pem, key: security/tls.key}");
        Path key = Path.of(domain, "security", "tls.key");
        Path pem = Path.of(domain, "security", "tls.pem");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        X509Certificate made = certificate(pem);
        made.verify(made.getPublicKey());
        made.checkValidity();
        assertThat(made.getSubjectAlternativeNames())
                .hasSize(3)
                .contains(List.of(2, "localhost"), List.of(7, "127.0.0.1"));

        assertThat(run("tls", "create-certificate", "--domain", domain)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("is there already; use --force");
        assertThat(certificate(pem)).isEqualTo(made);
        assertThat(run(
                        "tls",
                        "create-certificate",
                        "--domain",
                        domain,
                        "--force",
                        "--host",
                        "a.example",
                        "--days",
                        "2"))
                .isZero();
        assertThat(certificate(pem).getSubjectAlternativeNames()).containsExactly(List.of(2, "a.example"));
        assertThat(run("tls", "create-certificate", "--domain", domain, "--force", "--host", "a b"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("tls", "create-certificate", "--domain", domain, "--force", "--days", "0"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("tls")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void showsTheCertificateOfAdministration() throws Exception {
        String domain = domain();
        assertThat(run("tls", "show", "--domain", domain)).isZero();
        Path pem = Path.of(domain, "security", "admin.pem");
        String fingerprint = ChannelTls.fingerprint(certificate(pem));
        assertThat(out.toString().replace(":", "").toLowerCase(Locale.ROOT)).contains("sha-256 ", fingerprint);
        out.getBuffer().setLength(0);
        assertThat(run("tls", "show", "--domain", domain, "--json")).isZero();
        assertThat(out.toString()).contains("\"sha-256\":\"" + fingerprint + '"', pem.toString());
        Files.writeString(Path.of(domain, "security", "admin-key.pem"), "nothing");
        assertThat(run("tls", "show", "--domain", domain)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("admin-key.pem", "delete it");
    }

    private static X509Certificate certificate(Path pem) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(pem)));
    }

    @Test
    void createsADomainOnce() {
        assertThat(run("domain", "create", directory.resolve("x").toString(), "--json"))
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("{\"domain\":\"" + directory.resolve("x") + "\"}");
        assertThat(run("domain", "create", directory.resolve("x").toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("is a domain already").doesNotContain("\tat ");
    }

    @Test
    void createsADomainAtOtherPorts() throws Exception {
        Path made = directory.resolve("ports");
        assertThat(run("domain", "create", made.toString(), "--managed-servers", "2", "--port", "9001"))
                .as(err.toString())
                .isZero();
        assertThat(Files.readString(made.resolve("domain.yaml")))
                .contains("listen-port: 9001", "tls-listen-port: 9002", "cluster-port: 9101")
                .contains("listen-port: 9003", "tls-listen-port: 9004", "cluster-port: 9103")
                .contains("listen-port: 9005", "tls-listen-port: 9006", "cluster-port: 9105")
                .doesNotContainPattern("(?m)^ *[a-z-]*port: 7\\d\\d\\d");
        Path alone = directory.resolve("alone");
        assertThat(run("domain", "create", alone.toString(), "--port=65534")).isZero();
        assertThat(Files.readString(alone.resolve("domain.yaml"))).contains("listen-port: 65534");
        for (String wrong : new String[] {"0", "-1", "65535", "70000"}) {
            assertThat(run("domain", "create", directory.resolve("w").toString(), "--port=" + wrong))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains("--port is a number from 1 to 65534");
        }
        assertThat(run("domain", "create", directory.resolve("w").toString(), "--port=65400", "--managed-servers=40"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(directory.resolve("w")).doesNotExist();
    }

    @Test
    void createsADomainWithAnAdministrator() throws Exception {
        Path password = Files.writeString(directory.resolve("p"), "wonderland\nsecond line\n");
        String made = directory.resolve("with").toString();
        assertThat(run("domain", "create", made, "--admin-user", "alice", "--admin-password-file", password.toString()))
                .as(err.toString())
                .isZero();
        assertThat(run("user", "list", "--domain", made)).isZero();
        assertThat(out.toString()).contains("alice  (Administrators)");
        assertThat(run("domain", "create", directory.resolve("y").toString(), "--admin-user", "alice"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(directory.resolve("y")).doesNotExist();
        assertThat(run(
                        "domain",
                        "create",
                        directory.resolve("z").toString(),
                        "--admin-user",
                        "alice",
                        "--admin-password-file",
                        "/no/such/file"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("The password file /no/such/file cannot be read");
        assertThat(directory.resolve("z")).doesNotExist();
    }

    @Test
    void statusOfAServerThatNeverRan() {
        assertThat(run("status", "--json", "--domain", domain())).isZero();
        assertThat(out.toString().strip())
                .isEqualTo(
                        "{\"servers\":[{\"name\":\"AdminServer\",\"state\":\"SHUTDOWN\",\"pid\":null,\"address\":null,"
                                + "\"cluster\":null}]}");
        assertThat(run("status", "--domain", domain())).isZero();
        assertThat(out.toString()).contains("AdminServer  SHUTDOWN");
    }

    @Test
    void statusOfARunningAndOfAKilledServer() throws Exception {
        ProcessHandle self = ProcessHandle.current();
        Path server = DomainDirectory.at(Path.of(domain())).server("AdminServer");
        String mark = ProcessMark.of(self).orElseThrow();
        new ServerRecord("AdminServer", "RUNNING", self.pid(), mark, DEFAULT, DEFAULT, "1").write(server);
        run("status", "--json", "--domain", domain());
        assertThat(out.toString())
                .contains("\"state\":\"RUNNING\",\"pid\":" + self.pid()
                        + ",\"address\":\"127.0.0.1:7001\",\"secure\":false");
        Endpoint secure = new Endpoint("127.0.0.1:7002", List.of("00ff"));
        new ServerRecord("AdminServer", "RUNNING", self.pid(), mark, secure, secure, "1").write(server);
        run("status", "--domain", domain());
        assertThat(out.toString()).contains("  https://127.0.0.1:7002");
        run("status", "--json", "--domain", domain());
        assertThat(out.toString()).contains("\"address\":\"127.0.0.1:7002\",\"secure\":true");
        new ServerRecord("AdminServer", "RUNNING", self.pid(), "another", DEFAULT, null, "1").write(server);
        run("status", "--json", "--domain", domain());
        assertThat(out.toString()).contains("\"state\":\"FAILED\",\"pid\":null,\"address\":null");
    }

    @Test
    void commandsToAServerThatDoesNotRunSaySo() throws Exception {
        Path war = Files.writeString(directory.resolve("hello.war"), "x");
        for (String[] command : new String[][] {
            {"stop"}, {"deploy", war.toString()}, {"undeploy", "x"}, {"redeploy", "x"}, {"thread-dump"}
        }) {
            String[] all = java.util.Arrays.copyOf(command, command.length + 2);
            all[command.length] = "--domain";
            all[command.length + 1] = domain();
            assertThat(run(all)).as(command[0]).isEqualTo(ExitCode.UNREACHABLE);
            assertThat(err.toString()).startsWith("keelson: ").doesNotContain("\tat ");
            assertThat(err.toString().strip().lines()).hasSize(1);
        }
        assertThat(run("deploy", "no-such.war", "--domain", domain())).isEqualTo(ExitCode.FAILED);
        assertThat(run("status", "--domain", directory.resolve("none").toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("keelson domain create");
    }

    @Test
    void theDemosDomainIsTakenWhereThereIsNoOther() {
        String before = System.getProperty("keelson.demo.home");
        System.setProperty("keelson.demo.home", directory.resolve("demo").toString());
        try {
            assertThat(run("status")).isEqualTo(ExitCode.FAILED);
            assertThat(run("domain", "create", directory.resolve("demo/domain").toString()))
                    .isZero();
            assertThat(run("status")).isZero();
            assertThat(out.toString()).contains(directory.resolve("demo/domain").toString());
        } finally {
            if (before == null) {
                System.clearProperty("keelson.demo.home");
            } else {
                System.setProperty("keelson.demo.home", before);
            }
        }
    }

    @Test
    void usersAreAddedListedChangedAndRemoved() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "secret\nmore\n");
        String domain = domain();
        assertThat(run(
                        "user",
                        "add",
                        "alice",
                        "--group",
                        "b",
                        "--group",
                        "a",
                        "--password-file",
                        password.toString(),
                        "--domain",
                        domain))
                .isZero();
        assertThat(run("user", "add", "alice", "--password-file", password.toString(), "--domain", domain))
                .isEqualTo(ExitCode.FAILED);
        assertThat(run("user", "list", "--json", "--domain", domain)).isZero();
        assertThat(out.toString().strip()).isEqualTo("{\"users\":[{\"name\":\"alice\",\"groups\":[\"a\",\"b\"]}]}");
        assertThat(run("user", "password", "alice", "--password-file", password.toString(), "--domain", domain))
                .isZero();
        assertThat(run("user", "password", "bob", "--password-file", password.toString(), "--domain", domain))
                .isEqualTo(ExitCode.FAILED);
        assertThat(run("user", "groups", "alice", "--group", "c", "--domain", domain))
                .isZero();
        assertThat(run("user", "list", "--domain", domain)).isZero();
        assertThat(out.toString().strip()).isEqualTo("alice  (c)");
        assertThat(run("user", "groups", "alice", "--domain", domain)).isZero();
        assertThat(run("user", "list", "--domain", domain)).isZero();
        assertThat(out.toString().strip()).isEqualTo("alice");
        assertThat(run("user", "groups", "bob", "--group", "c", "--domain", domain))
                .isEqualTo(ExitCode.FAILED);
        assertThat(run("user", "remove", "alice", "--domain", domain)).isZero();
        assertThat(run("user", "remove", "alice", "--domain", domain)).isEqualTo(ExitCode.FAILED);
        assertThat(run("user", "add", "a:b", "--password-file", password.toString(), "--domain", domain))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).isEqualTo("keelson: a user's name has no ':' in it" + System.lineSeparator());
        Files.writeString(password, "\n");
        assertThat(run("user", "add", "bob", "--password-file", password.toString(), "--domain", domain))
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aFailureIsOneJsonObjectForWhoAskedForJson() {
        assertThat(run("undeploy", "x", "--json", "--domain", domain())).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(out.toString().strip())
                .startsWith("{\"error\":\"Server AdminServer of ")
                .endsWith("\"exit-code\":3}");
        assertThat(err.toString()).contains("does not run");
    }

    @Test
    void aServerThatIsNotDefinedIsToldApartFromOneThatDoesNotRun() {
        assertThat(run("stop", "--server", "nope", "--domain", domain())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("has no server 'nope'; known: AdminServer.");
        assertThat(run("stop", "--server", "AdminServer", "--domain", domain())).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(err.toString()).contains("does not run, so there is nothing to stop");
        assertThat(run("thread-dump", "--server", "nope", "--domain", domain())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("has no server 'nope'; known: AdminServer.");
    }

    @Test
    void howAServerIsStartedIsSaidOfThatServer() {
        String domain = directory.resolve("several").toString();
        assertThat(run("domain", "create", domain, "--managed-servers", "1")).isZero();
        assertThat(run("thread-dump", "--server", "server-1", "--domain", domain))
                .isEqualTo(ExitCode.UNREACHABLE);
        assertThat(err.toString()).contains("start it with 'keelson start --domain " + domain + " --server server-1'.");
        assertThat(run("thread-dump", "--domain", domain)).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(err.toString()).contains("start it with 'keelson start --domain " + domain + "'.");
    }

    @Test
    void saysItsVersion() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("keelson ");
    }
}
