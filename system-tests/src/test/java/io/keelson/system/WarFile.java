package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** An archive that a test makes: text, bytes, and the applications whose sources lie in the test's resources. */
final class WarFile {
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    WarFile() {}

    private WarFile(WarFile other) {
        entries.putAll(other.entries);
    }

    /** The application of that name below {@code applications/}; its sources are compiled into {@code classes}. */
    static WarFile ofSources(String application, Path classes) throws IOException, URISyntaxException {
        Path root = Path.of(
                WarFile.class.getResource("/applications/" + application).toURI());
        WarFile war = new WarFile();
        List<Path> sources;
        try (Stream<Path> files = Files.walk(root)) {
            Map<Boolean, List<Path>> kinds = files.filter(Files::isRegularFile)
                    .collect(Collectors.partitioningBy(f -> f.toString().endsWith(".java")));
            sources = kinds.get(true);
            for (Path file : kinds.get(false)) {
                war.bytes(root.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        compile(sources, Files.createDirectories(classes));
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                war.bytes("WEB-INF/classes/" + classes.relativize(file), Files.readAllBytes(file));
            }
        }
        return war;
    }

    /** A jar of the sources below {@code services/NAME} of the test's resources, for the domain's library. */
    static WarFile ofLibrary(String name, Path classes, Path... libraries) throws IOException, URISyntaxException {
        return ofCompiled(Path.of(WarFile.class.getResource("/services/" + name).toURI()), classes, "", libraries);
    }

    /**
     * The classes of an example of the project, compiled into {@code classes}.
     *
     * @param prefix what stands before their names in the archive
     * @param libraries what they need beside what the distribution has
     */
    static WarFile ofExample(String name, Path classes, String prefix, Path... libraries) throws IOException {
        return ofCompiled(Path.of("..", "examples", name, "src/main/java"), classes, prefix, libraries);
    }

    /**
     * The classes of the sources below a directory, compiled into {@code classes}.
     *
     * @param prefix what stands before their names in the archive
     * @param libraries what they need beside what the distribution has
     */
    static WarFile ofCompiled(Path root, Path classes, String prefix, Path... libraries) throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(root)) {
            sources = files.filter(f -> f.toString().endsWith(".java")).toList();
        }
        compile(sources, Files.createDirectories(classes), libraries);
        WarFile archive = new WarFile();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                archive.bytes(prefix + classes.relativize(file), Files.readAllBytes(file));
            }
        }
        return archive;
    }

    /** Against what the distribution has. */
    private static void compile(List<Path> sources, Path classes, Path... more) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> libraries = Files.list(LiveServer.HOME.resolve("lib"))) {
            files.setLocationFromPaths(
                    StandardLocation.CLASS_PATH,
                    Stream.concat(libraries, Stream.of(more)).toList());
            List<String> options = List.of("-d", classes.toString(), "--release", "17", "-proc:none");
            boolean compiled = compiler.getTask(
                            errors, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).as(errors.toString()).isTrue();
        }
    }

    WarFile copy() {
        return new WarFile(this);
    }

    WarFile text(String name, String content) {
        return bytes(name, content.getBytes(StandardCharsets.UTF_8));
    }

    WarFile bytes(String name, byte[] content) {
        entries.put(name, content);
        return this;
    }

    WarFile library(Path jar) throws IOException {
        return bytes("WEB-INF/lib/" + jar.getFileName(), Files.readAllBytes(jar));
    }

    /** Its files by their names. */
    Map<String, byte[]> entries() {
        return Map.copyOf(entries);
    }

    byte[] packed() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return out.toByteArray();
    }
}
