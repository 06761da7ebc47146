package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.RunningServer;
import io.keelson.admin.domain.DomainDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that who names a user may do by command what that user may by REST. */
@Timeout(60)
class CommandLineRolesIT {
    @TempDir
    static Path directory;

    private static RunningServer server;
    private static CommandLineUser cli;

    @BeforeAll
    static void start() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        for (String group : List.of("Monitors", "Operators", "Deployers", "Administrators")) {
            domain.realm().put(group, ("secret of " + group).toCharArray(), List.of(group));
        }
        server = RunningServer.start(domain, Map.of());
        cli = new CommandLineUser(domain.path());
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static int as(String user, String... command) throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "secret of " + user + "\nmore\n");
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of("--user", user, "--user-password-file", password.toString()));
        return cli.run(all.toArray(String[]::new));
    }

    private static void refused(String user, String role, String... command) throws Exception {
        assertThat(as(user, command)).as(String.join(" ", command)).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("This needs the role " + role + "; " + user + " has ");
    }

    @Test
    void aMonitorLooks() throws Exception {
        for (String[] look : new String[][] {
            {"config", "get"},
            {"deployments", "list"},
            {"runtime"},
            {"thread-dump"},
            {"log"},
            {"watch", "list"},
            {"config", "history"},
            {"top", "--interval", "1"},
            {"rest", "GET", "server"},
            {"session", "budget", "nothing"}
        }) {
            assertThat(as("Monitors", look))
                    .as(String.join(" ", look) + ": " + cli.err())
                    .isEqualTo(look[0].equals("session") ? ExitCode.FAILED : ExitCode.OK);
            assertThat(cli.err()).doesNotContain("needs the role");
        }
        refused("Monitors", "admin", "config", "set", "work-managers.fast.capacity", "5");
        refused("Monitors", "admin", "user", "list");
        refused("Monitors", "deployer", "undeploy", "nothing");
        refused("Monitors", "operator", "heap-histogram");
        refused("Monitors", "operator", "server", "stop", "AdminServer");
        refused("Monitors", "operator", "stop", "--force");
        refused("Monitors", "operator", "rest", "POST", "server/shutdown");
    }

    @Test
    void othersDoWhatTheyMay() throws Exception {
        assertThat(as("Operators", "heap-histogram")).as(cli.err()).isZero();
        refused("Operators", "deployer", "undeploy", "nothing");
        assertThat(as("Operators", "server", "start", "AdminServer")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("No node manager runs");
        assertThat(as("Deployers", "undeploy", "nothing")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("There is no application 'nothing'");
        refused("Deployers", "operator", "heap-histogram");
        assertThat(as("Administrators", "user", "list")).as(cli.err()).isZero();
        assertThat(cli.out()).contains("Monitors  (Monitors)");
        assertThat(as("Administrators", "config", "set", "work-managers.fast.capacity", "7", "--activate"))
                .as(cli.err())
                .isZero();
        assertThat(cli.run("config", "history")).isZero();
        assertThat(cli.out()).as("by whom").contains("Administrators");
    }

    @Test
    void aScriptIsRunAsItsUser() throws Exception {
        Path script = Files.writeString(directory.resolve("script"), "config get name\nundeploy nothing\n");
        assertThat(as("Monitors", "shell", script.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("This needs the role deployer", "line 2 failed");
    }

    @Test
    void whoDoesNotShowWhoTheyAreGetsNothing() throws Exception {
        Path wrong = Files.writeString(directory.resolve("wrong"), "guessed");
        assertThat(cli.run("config", "get", "--user", "Monitors", "--user-password-file", wrong.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.run("config", "get", "--user", "Monitors")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("name a file with --user-password-file");
        assertThat(cli.run("config", "get", "--user-password-file", wrong.toString()))
                .isEqualTo(ExitCode.USAGE);
        for (String[] here : new String[][] {{"status"}, {"node", "status"}, {"tls", "create-certificate"}}) {
            assertThat(as("Administrators", here)).as(here[0]).isEqualTo(ExitCode.USAGE);
            assertThat(cli.err()).contains("leave --user out");
        }
    }
}
