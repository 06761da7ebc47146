package io.keelson.admin.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Output of a command, with the knowledge of what became of it: whoever reads a pipe may have seen enough, and a disk may be full.
 * One thread.
 */
final class StandardOutput extends OutputStream {
    private static final String PIPE = "Broken pipe";

    private final OutputStream out;
    private @Nullable IOException failure;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    /** The one of the process. */
    static StandardOutput ofProcess() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out));
    }

    /** Writes to it, each line at once. */
    PrintWriter writer() {
        // At a terminal its own, as System.out has it.
        String charset = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding", ""));
        return new PrintWriter(
                new OutputStreamWriter(this, charset.isEmpty() ? Charset.defaultCharset() : Charset.forName(charset)),
                true);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /**
     * The exit code of a command, where what it has printed counts too.
     *
     * @param code what the command itself says
     * @param err told of what is wrong; not of a reader who does not want more
     */
    int verdict(int code, PrintWriter err) {
        IOException lost = failure;
        if (lost == null || code != ExitCode.OK) {
            return code;
        }
        if (PIPE.equals(lost.getMessage())) {
            return ExitCode.NOT_READ;
        }
        err.println("keelson: What it says could not be written to standard output: " + lost.getMessage());
        err.flush();
        return ExitCode.FAILED;
    }
}
