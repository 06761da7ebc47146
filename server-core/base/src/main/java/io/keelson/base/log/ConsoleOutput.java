package io.keelson.base.log;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** The process's standard output: not {@code System.out}, which an application may replace by something that logs. */
final class ConsoleOutput implements LogOutput {
    private final OutputStream stream;
    private final Charset charset;

    ConsoleOutput(OutputStream stream, Charset charset) {
        this.stream = stream;
        this.charset = charset;
    }

    static ConsoleOutput standard() {
        return new ConsoleOutput(new FileOutputStream(FileDescriptor.out), standardCharset());
    }

    @Override
    public void write(byte[] records) throws IOException {
        stream.write(records);
        stream.flush();
    }

    @Override
    public Charset charset() {
        return charset;
    }

    /** Leaves the process's stream open. */
    @Override
    public void close() throws IOException {
        stream.flush();
    }

    /** Returns whether standard output is a terminal that shows colours, and its user has not asked for none (no-color.org). */
    static boolean coloured() {
        Console console = System.console();
        String term = System.getenv("TERM");
        return console != null && terminal(console) && System.getenv("NO_COLOR") == null && !"dumb".equals(term);
    }

    /** From JDK 22 on there is a console without a terminal too. */
    private static boolean terminal(Console console) {
        try {
            MethodHandle isTerminal = MethodHandles.publicLookup()
                    .findVirtual(Console.class, "isTerminal", MethodType.methodType(boolean.class));
            return (boolean) isTerminal.invoke(console);
        } catch (NoSuchMethodException before22) {
            return true;
        } catch (Throwable e) {
            return false;
        }
    }

    private static Charset standardCharset() {
        for (String key : new String[] {"stdout.encoding", "sun.stdout.encoding", "native.encoding"}) {
            String name = System.getProperty(key);
            if (name != null && Charset.isSupported(name)) {
                return Charset.forName(name);
            }
        }
        return StandardCharsets.UTF_8;
    }
}
