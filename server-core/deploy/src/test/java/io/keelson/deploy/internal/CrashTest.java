package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.internal.store.Step.At;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A JVM is halted at each moment of a deployment; the next start has the old version or the new one, whole, and nothing else on
 * its disk.
 */
final class CrashTest {
    static final int HALTED = 77;
    private static final int FILES = 40;

    /** The moments from which the new version is there. */
    private static final EnumSet<At> AFTER = EnumSet.of(At.COMMITTED, At.PREVIOUS_DELETED);

    @TempDir
    Path directory;

    private boolean madeForJavaEe;

    @ParameterizedTest
    @EnumSource(
            names = {"FORGOTTEN", "FORGOTTEN_DELETED"},
            mode = EnumSource.Mode.EXCLUDE)
    void aNewVersionIsThereWholeOrTheOldOneIs(At at) throws Exception {
        deploy("1");
        halt("deploy", "2", at);
        String expected = AFTER.contains(at) ? "2" : "1";
        assertThat(versionsAfterRestart()).containsExactly(expected);
        assertOnDisk(1);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"FORGOTTEN", "FORGOTTEN_DELETED", "PREVIOUS_STOPPED", "PREVIOUS_DELETED"},
            mode = EnumSource.Mode.EXCLUDE)
    void aFirstVersionIsThereWholeOrNotAtAll(At at) throws Exception {
        halt("deploy", "1", at);
        List<String> expected = AFTER.contains(at) ? List.of("1") : List.of();
        assertThat(versionsAfterRestart()).isEqualTo(expected);
        assertOnDisk(expected.size());
    }

    @ParameterizedTest
    @EnumSource(names = {"FORGOTTEN", "FORGOTTEN_DELETED"})
    void anUndeployedOneDoesNotComeAgain(At at) throws Exception {
        deploy("1");
        halt("undeploy", "1", at);
        assertThat(versionsAfterRestart()).isEmpty();
        assertOnDisk(0);
    }

    @Test
    void aDamagedRecordCostsNoOtherApplicationAndNoFiles() throws Exception {
        deploy("1");
        Path record = directory.resolve("server/deployments/records/shop.properties");
        Files.writeString(record, "format=1\nname=shop\n");
        assertThat(versionsAfterRestart()).isEmpty();
        assertOnDisk(1);
    }

    /** An application made for Java EE, and a JVM that is halted while one of its libraries is converted. */
    @Test
    void halfOfAConversionIsNeverSeen() throws Exception {
        madeForJavaEe = true;
        deploy("1");
        haltInConversion("2");
        assertThat(versionsAfterRestart()).containsExactly("1");
        assertOnDisk(1);
        deploy("2");
        assertThat(versionsAfterRestart()).containsExactly("2");
        Path library = directory.resolve("server/deployments/content/shop/2/WEB-INF/lib/old.jar");
        try (ZipFile zip = new ZipFile(library.toFile())) {
            for (int i = 0; i < FILES; i++) {
                String page = "META-INF/resources/" + i + ".jsp";
                assertThat(zip.getInputStream(zip.getEntry(page)).readAllBytes())
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("jakarta.servlet.http.Cookie 2");
            }
        }
    }

    private List<String> versionsAfterRestart() throws Exception {
        Server server = new Server(directory.resolve("server"), Step.NONE);
        Versions versions = new Versions();
        server.contributors.add(versions);
        server.started();
        assertThat(server.deployer.applications()).allMatch(a -> a.state() == State.RUNNING);
        return versions.started;
    }

    private void assertOnDisk(int contents) throws IOException {
        Path deployments = directory.resolve("server/deployments");
        try (Stream<Path> files = Files.list(deployments.resolve("records"))) {
            assertThat(files).hasSizeLessThanOrEqualTo(1);
        }
        Path shop = deployments.resolve("content/shop");
        if (contents == 0) {
            assertThat(shop).doesNotExist();
        } else {
            try (Stream<Path> versions = Files.list(shop)) {
                assertThat(versions).hasSize(contents);
            }
        }
    }

    /** Deploys a version, as a server before. */
    private void deploy(String version) throws Exception {
        Server server = new Server(directory.resolve("server"), Step.NONE).started();
        server.deployer.deploy("shop", war(version), null);
    }

    /** Runs an operation in a JVM of its own, which halts at that moment. */
    private void halt(String operation, String version, At at) throws Exception {
        run("", operation, version, at.name());
    }

    private void haltInConversion(String version) throws Exception {
        run("META-INF/resources/" + FILES / 2 + ".jsp", "deploy", version, "none");
    }

    private void run(String haltAt, String operation, String version, String step) throws Exception {
        Path war = war(version);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-D" + RenamedPackages.HALT_AT + "=" + haltAt,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Child.class.getName(),
                directory.resolve("server").toString(),
                operation,
                war.toString(),
                step));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output;
        try (InputStream in = child.getInputStream()) {
            output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as(output).isEqualTo(HALTED);
    }

    private Path war(String version) throws IOException {
        WarFile war = new WarFile().text("WEB-INF/classes/version.txt", version);
        for (int i = 0; i < FILES; i++) {
            war.text("pages/" + i + ".html", version);
        }
        if (madeForJavaEe) {
            WarFile library = new WarFile();
            for (int i = 0; i < FILES; i++) {
                library.text("META-INF/resources/" + i + ".jsp", "javax.servlet.http.Cookie " + version);
            }
            war.library("old.jar", library);
        }
        return war.write(directory.resolve("shop.war"));
    }

    /** The JVM that halts: a deployer without contributors. */
    static final class Child {
        public static void main(String[] arguments) throws Exception {
            Step halting = at -> {
                if (at.name().equals(arguments[3])) {
                    Runtime.getRuntime().halt(HALTED);
                }
            };
            Server server = new Server(Path.of(arguments[0]), halting).started();
            if (arguments[1].equals("deploy")) {
                server.deployer.deploy("shop", Path.of(arguments[2]), null);
            } else {
                server.deployer.undeploy("shop");
            }
            System.exit(0);
        }
    }

    /** Notes which version was started, and that all of it is there. */
    private static final class Versions implements Contributor {
        final List<String> started = new ArrayList<>();

        @Override
        public String name() {
            return "versions";
        }

        @Override
        public void start(Deployment deployment) throws DeploymentException {
            try (InputStream in = deployment.classLoader().getResourceAsStream("version.txt")) {
                String version = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                started.add(version);
                for (int i = 0; i < FILES; i++) {
                    Path page =
                            deployment.archive().file("pages/" + i + ".html").orElseThrow();
                    assertThat(page).hasContent(version);
                }
            } catch (IOException e) {
                throw new DeploymentException("no version", e);
            }
        }
    }
}
