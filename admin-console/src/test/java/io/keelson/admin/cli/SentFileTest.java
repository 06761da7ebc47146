package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentFileTest {
    private static final ProgressLine.Step AFTERWARDS = new ProgressLine.Step("Deploying", -1);

    @TempDir
    Path directory;

    @Test
    void saysHowMuchOfPlanAndFileHasGone() throws Exception {
        Path archive = Files.write(directory.resolve("shop.war"), new byte[300_000]);
        SentFile file = new SentFile("a: 1", archive);
        assertThat(file.length()).isEqualTo(300_004);
        List<Double> shares = new ArrayList<>();
        ByteArrayOutputStream sent = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] buffer, int offset, int length) {
                ProgressLine.Step step = file.step(AFTERWARDS);
                assertThat(step.text()).isEqualTo("Sending shop.war");
                shares.add(step.share());
                super.write(buffer, offset, length);
            }
        };
        file.writeTo(sent);
        assertThat(sent.size()).isEqualTo(300_004);
        assertThat(sent.toString(StandardCharsets.US_ASCII)).startsWith("a: 1");
        assertThat(shares)
                .hasSizeGreaterThan(3)
                .isSorted()
                .doesNotHaveDuplicates()
                .startsWith(0.0);
        assertThat(shares.get(1)).isEqualTo(4.0 / 300_004);
        assertThat(file.step(AFTERWARDS)).isSameAs(AFTERWARDS);
    }

    @Test
    void whatBreaksOffHasNotGone() throws Exception {
        SentFile file = new SentFile(null, Files.write(directory.resolve("shop.war"), new byte[10]));
        assertThat(catchThrowable(() -> file.writeTo(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("broken");
                    }
                })))
                .hasMessage("broken");
        assertThat(file.step(AFTERWARDS).share()).isZero();
    }
}
