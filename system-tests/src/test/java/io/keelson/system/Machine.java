package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A machine: where it is, what runs a command on it, and its directory of the domain. */
final class Machine implements AutoCloseable {
    private final String address;
    private final List<String> prefix;
    private final Path domain;
    /** Runs the commands that need no process of their own; null before the first of them. */
    private Client commands;

    Machine(String address, List<String> prefix, Path domain) {
        this.address = address;
        this.prefix = List.copyOf(prefix);
        this.domain = domain;
    }

    String address() {
        return address;
    }

    List<String> prefix() {
        return prefix;
    }

    Path domain() {
        return domain;
    }

    /** Runs a command of the command line on this machine: one process has all that may share one. */
    synchronized LiveServer.Said run(String... words) throws Exception {
        if (CommandLines.isProcess(words)) {
            List<String> command = new ArrayList<>(prefix);
            command.add(LiveServer.HOME.resolve("bin/keelson").toString());
            command.addAll(List.of(words));
            return said(command);
        }
        if (commands == null) {
            String classPath = Path.of("target", "test-classes").toAbsolutePath() + File.pathSeparator
                    + LiveServer.HOME.resolve("lib") + "/*";
            commands = Client.startUnder(prefix, classPath, CommandLines.class.getName());
        }
        String[] answer = commands.ask(String.join("\t", words)).split("\t", -1);
        String text = new String(Base64.getDecoder().decode(answer[1]), StandardCharsets.UTF_8);
        return new LiveServer.Said(Integer.parseInt(answer[0]), text);
    }

    @Override
    public void close() throws InterruptedException {
        if (commands != null) {
            commands.close();
        }
    }

    LiveServer.Said cli(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--domain", domain.toString()));
        return run(all.toArray(String[]::new));
    }

    String done(String... words) throws Exception {
        LiveServer.Said said = cli(words);
        assertThat(said.exit()).as(String.join(" ", words) + "\n" + said.text()).isZero();
        return said.text();
    }

    /** Runs a command to its end, as a user without a terminal does. */
    static LiveServer.Said said(List<String> command) throws Exception {
        Path out = Files.createTempFile("machines", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("KEELSON_ARCHIVE", "off");
        builder.environment()
                .put(
                        "JAVA_OPTS",
                        "-Xmx256m " + String.join(" ", LiveServer.QUICK) + " "
                                + String.join(" ", Provisions.sharedClasses()));
        Process process = builder.start();
        if (!process.waitFor(150, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " did not end");
        }
        String text = Files.readString(out);
        Files.delete(out);
        return new LiveServer.Said(process.exitValue(), text);
    }

    /** The same, of which nothing else than success is expected. */
    static void must(String... words) throws Exception {
        LiveServer.Said said = said(List.of(words));
        assertThat(said.exit()).as(String.join(" ", words) + "\n" + said.text()).isZero();
    }
}
