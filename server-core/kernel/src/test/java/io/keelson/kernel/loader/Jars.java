package io.keelson.kernel.loader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Makes jars, with classes from their sources. */
final class Jars {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private final Manifest manifest = new Manifest();

    Jars() {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    }

    Jars attribute(String name, String value) {
        manifest.getMainAttributes().putValue(name, value);
        return this;
    }

    Jars text(String name, String text) {
        entries.put(name, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** A class of that name with a method {@code String who()}. */
    Jars saying(String className, String who) {
        return saying("", className, who);
    }

    Jars saying(String directory, String className, String who) {
        int dot = className.lastIndexOf('.');
        String source = (dot < 0 ? "" : "package " + className.substring(0, dot) + "; ")
                + "public class " + className.substring(dot + 1) + " { public static String who() { return \"" + who
                + "\"; } }";
        compile(className, source).forEach((name, bytes) -> entries.put(directory + name, bytes));
        return this;
    }

    /** A package with annotations, given as they stand in its source. */
    Jars annotatedPackage(String name, String annotations) {
        entries.putAll(compile(name + ".package-info", annotations + " package " + name + ";"));
        return this;
    }

    Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (var entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        return file;
    }

    Path explode(Path directory) throws IOException {
        for (var entry : entries.entrySet()) {
            Path file = directory.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue());
        }
        return directory;
    }

    static Map<String, byte[]> compile(String className, String text) {
        Map<String, ByteArrayOutputStream> written = new HashMap<>();
        JavaFileObject source =
                new SimpleJavaFileObject(
                        URI.create("mem:///" + className.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreErrors) {
                        return text;
                    }
                };
        var files = new ForwardingJavaFileManager<>(FILES) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                String file = name.replace('.', '/') + ".class";
                return new SimpleJavaFileObject(URI.create("mem:///" + file), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        ByteArrayOutputStream out = new ByteArrayOutputStream();
                        written.put(file, out);
                        return out;
                    }
                };
            }
        };
        StringWriter errors = new StringWriter();
        if (!COMPILER.getTask(errors, files, null, null, null, List.of(source)).call()) {
            throw new IllegalArgumentException(errors.toString());
        }
        Map<String, byte[]> classes = new HashMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }
}
