package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
    private final StringWriter err = new StringWriter();

    private static StandardOutput failing(String why) {
        return new StandardOutput(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        });
    }

    private int verdict(StandardOutput out, int code) {
        return out.verdict(code, new PrintWriter(err));
    }

    @Test
    void eachLineIsWrittenAtOnce() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StandardOutput out = new StandardOutput(bytes);
        PrintWriter writer = out.writer();
        writer.println("one");
        assertThat(bytes.toString()).isEqualTo("one" + System.lineSeparator());
        assertThat(writer.checkError()).isFalse();
        assertThat(verdict(out, ExitCode.OK)).isZero();
        assertThat(verdict(out, ExitCode.USAGE)).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void whoDoesNotReadOnEndsItWithoutAWord() {
        StandardOutput out = failing("Broken pipe");
        PrintWriter writer = out.writer();
        writer.println("one");
        assertThat(writer.checkError()).isTrue();
        assertThat(verdict(out, ExitCode.OK)).isEqualTo(141);
        assertThat(verdict(out, ExitCode.FAILED)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatIsLostIsAFailure() {
        StandardOutput out = failing("No space left on device");
        out.writer().println("one");
        assertThat(verdict(out, ExitCode.OK)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("standard output: No space left on device");
    }
}
