package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.ModelProvider;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.kernel.management.ManagementFeature;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A distribution with one more room, {@code fountains}, whose sources are among the test's resources. */
final class NewRoom {
    private NewRoom() {}

    /** Makes it below a directory: links to the built distribution, and the jar of the room. */
    static Path distribution(Path parent) throws IOException, URISyntaxException {
        Path home = parent.resolve("keelson");
        Files.createDirectories(home.resolve("bin"));
        link(LiveServer.HOME, home, "lib", "bin");
        link(LiveServer.HOME.resolve("lib"), Files.createDirectories(home.resolve("lib")));
        Path launcher = home.resolve("bin/keelson");
        Files.copy(LiveServer.HOME.resolve("bin/keelson"), launcher);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        Files.copy(jar(parent), home.resolve("lib/fountains.jar"));
        return home;
    }

    /** The jar of the room. */
    static Path jar(Path parent) throws IOException, URISyntaxException {
        WarFile jar = WarFile.ofLibrary("fountains", parent.resolve("fountain-classes"));
        for (Class<?> service : new Class<?>[] {ModelProvider.class, SubsystemFactory.class}) {
            jar.text("META-INF/services/" + service.getName(), "fountains.FountainRoom\n");
        }
        jar.text("META-INF/services/" + ManagementFeature.class.getName(), "fountains.FountainFeature\n");
        return Files.write(parent.resolve("fountains.jar"), jar.packed());
    }

    private static void link(Path from, Path to, String... but) throws IOException {
        try (Stream<Path> parts = Files.list(from)) {
            for (Path part : parts.toList()) {
                if (Stream.of(but).noneMatch(part::endsWith)) {
                    Files.createSymbolicLink(to.resolve(part.getFileName()), part);
                }
            }
        }
    }
}
