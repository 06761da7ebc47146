package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A public suite that is a program of others and tests a server from outside. Where it lies is said by a system property of the build. */
final class SuiteProgram {
    private SuiteProgram() {}

    /**
     * Runs it to its end and returns what it said.
     *
     * @param property names the program's file, as {@code -Dh2spec=/opt/h2spec}
     * @param directory where it may write
     * @param minutes how long it may take
     */
    static String run(String property, Path directory, int minutes, List<String> arguments) throws Exception {
        String program = System.getProperty(property, "");
        assertThat(program)
                .as("say where the program is: -D" + property + "=FILE (docs/conformance.md)")
                .isNotBlank();
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(arguments);
        Path said = directory.resolve(property + ".out");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(minutes, TimeUnit.MINUTES))
                    .as(() -> property + " did not end: " + read(said))
                    .isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        return read(said);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
