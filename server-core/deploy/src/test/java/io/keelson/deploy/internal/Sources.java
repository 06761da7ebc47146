package io.keelson.deploy.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles sources in memory. */
final class Sources {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private Sources() {}

    /** Class files by their names, {@code a/B.class}, of sources by their class names. */
    static Map<String, byte[]> compile(Map<String, String> sources, String... options) {
        Map<String, ByteArrayOutputStream> written = new HashMap<>();
        JavaFileManager files = new ForwardingJavaFileManager<>(FILES) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return new Written(name, written);
            }
        };
        StringWriter errors = new StringWriter();
        List<Source> units = sources.entrySet().stream()
                .map(e -> new Source(e.getKey(), e.getValue()))
                .toList();
        if (!COMPILER.getTask(errors, files, null, List.of(options), null, units)
                .call()) {
            throw new IllegalArgumentException(errors.toString());
        }
        Map<String, byte[]> classes = new HashMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("mem:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    private static final class Written extends SimpleJavaFileObject {
        private final String name;
        private final Map<String, ByteArrayOutputStream> written;

        Written(String className, Map<String, ByteArrayOutputStream> written) {
            super(URI.create("mem:///" + className.replace('.', '/') + ".class"), Kind.CLASS);
            this.name = className.replace('.', '/') + ".class";
            this.written = written;
        }

        @Override
        public OutputStream openOutputStream() throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            written.put(name, out);
            return out;
        }
    }
}
