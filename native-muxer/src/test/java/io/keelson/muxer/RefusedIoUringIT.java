package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A process whose kernel refuses io_uring, as the filter of a container does: the muxer on epoll serves, and it is said. */
class RefusedIoUringIT {
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    @Test
    void fallsBackWhereAFilterRefusesIt() throws Exception {
        assertThat(output(EPERM))
                .contains("KLS-000404")
                .contains("io_uring_setup")
                .contains("refused by")
                .contains("opened NATIVE, echoed 7");
    }

    @Test
    void fallsBackWhereTheKernelHasNone() throws Exception {
        assertThat(output(ENOSYS))
                .contains("KLS-000404")
                .contains("the kernel, or what filters its calls, has no io_uring")
                .contains("opened NATIVE, echoed 7");
    }

    private static String output(int errno) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RefusedMain.class.getName(),
                        String.valueOf(errno))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
