package io.keelson.appclient;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * An archive with client modules: an EAR or the JAR of one module, packed or a directory (Jakarta EE Platform 11, EE.8.4). The JARs of a
 * packed EAR lie in a temporary directory until it is closed. Confined to one thread, but for {@link #close}.
 */
final class ClientArchive implements AutoCloseable {
    private static final String APPLICATION = "META-INF/application.xml";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final int MOST_FILES = 100_000;
    private static final long MOST_BYTES = 4L << 30;

    private final Path file;
    private final Path root;
    private final @Nullable Path temporary;
    private final List<ClientModule> modules = new ArrayList<>();

    private ClientArchive(Path file, Path root, @Nullable Path temporary) {
        this.file = file;
        this.root = root;
        this.temporary = temporary;
    }

    static ClientArchive open(Path file) throws ClientException {
        if (!Files.exists(file)) {
            throw new ClientException("there is no file " + file);
        }
        Path absolute = file.toAbsolutePath().normalize();
        try {
            boolean enterprise = isEnterprise(absolute);
            Path temporary =
                    enterprise && !Files.isDirectory(absolute) ? Files.createTempDirectory("keelson-client-") : null;
            ClientArchive archive = new ClientArchive(
                    absolute, temporary != null ? temporary : enterprise ? absolute : parent(absolute), temporary);
            boolean complete = false;
            try {
                archive.read(enterprise);
                complete = true;
            } finally {
                if (!complete) {
                    archive.close();
                }
            }
            return archive;
        } catch (IOException e) {
            throw new ClientException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Path parent(Path file) {
        Path parent = file.getParent();
        return parent == null ? file : parent;
    }

    private static boolean isEnterprise(Path file) throws IOException {
        if (file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".ear")) {
            return true;
        }
        try (InputStream in = ClientModule.open(file, APPLICATION)) {
            return in != null;
        }
    }

    private void read(boolean enterprise) throws IOException, ClientException {
        if (!enterprise) {
            modules.add(module(null, name(file), file, null, List.of()));
            return;
        }
        if (temporary != null) {
            unpack(temporary);
        }
        Element descriptor = null;
        try (InputStream in = ClientModule.open(root, APPLICATION)) {
            if (in != null) {
                descriptor = Xml.read(APPLICATION + " of " + name(file), in, "application");
            }
        }
        String application = descriptor == null ? null : Xml.text(descriptor, "application-name");
        if (application == null) {
            application = plain(name(file));
        }
        String said = descriptor == null ? null : libraryDirectory(descriptor);
        List<Path> libraries = libraries(said == null ? "lib" : said);
        List<Element> declared = descriptor == null ? List.of() : Xml.children(descriptor, "module");
        for (Element module : declared) {
            String uri = Xml.text(module, "java");
            if (uri != null) {
                String alternative = Xml.text(module, "alt-dd");
                modules.add(module(
                        application,
                        uri,
                        inside(uri, APPLICATION + ": there is no client module '" + uri + "' in " + name(file)),
                        alternative == null
                                ? null
                                : inside(
                                        alternative,
                                        APPLICATION + ": there is no descriptor '" + alternative + "' (alt-dd) in "
                                                + name(file)),
                        libraries));
            }
        }
        if (declared.isEmpty()) {
            for (Path jar : jars(root)) {
                if (isClient(jar)) {
                    modules.add(module(application, name(jar), jar, null, libraries));
                }
            }
        }
    }

    /** Returns null where the element is not there; empty text says that there is no such directory. */
    private static @Nullable String libraryDirectory(Element descriptor) {
        List<Element> found = Xml.children(descriptor, "library-directory");
        return found.isEmpty() ? null : found.get(0).getTextContent().trim();
    }

    private static boolean isClient(Path jar) throws IOException {
        try (InputStream beans = ClientModule.open(jar, "META-INF/ejb-jar.xml");
                InputStream client = ClientModule.open(jar, ClientModule.DESCRIPTOR)) {
            return client != null || beans == null && manifest(jar).getValue(Attributes.Name.MAIN_CLASS) != null;
        }
    }

    private ClientModule module(
            @Nullable String application, String uri, Path code, @Nullable Path alternative, List<Path> libraries)
            throws IOException {
        Set<Path> classPath = new LinkedHashSet<>();
        add(code, classPath);
        libraries.forEach(classPath::add);
        for (Path library : libraries) {
            addNamed(library, classPath);
        }
        return new ClientModule(
                application,
                plain(name(code)),
                uri,
                code,
                alternative,
                manifest(code).getValue(Attributes.Name.MAIN_CLASS),
                List.copyOf(classPath));
    }

    private void add(Path code, Set<Path> classPath) throws IOException {
        if (classPath.add(code)) {
            addNamed(code, classPath);
        }
    }

    /** Adds what a manifest names. A name that leads nowhere is left out, as everywhere in Java. */
    private void addNamed(Path by, Set<Path> classPath) throws IOException {
        String named = manifest(by).getValue(Attributes.Name.CLASS_PATH);
        if (named == null || named.isBlank()) {
            return;
        }
        for (String each : named.strip().split("\\s+")) {
            try {
                Path found = parent(by).resolve(each).normalize();
                if (found.startsWith(root) && Files.exists(found) && !found.equals(root)) {
                    add(found, classPath);
                }
            } catch (InvalidPathException e) {
                // No file has such a name.
                continue;
            }
        }
    }

    private static Attributes manifest(Path code) throws IOException {
        try (InputStream in = ClientModule.open(code, MANIFEST)) {
            return in == null ? new Attributes() : new Manifest(in).getMainAttributes();
        }
    }

    private List<Path> libraries(String directory) throws IOException {
        Path found = directory.isEmpty() ? null : resolve(directory);
        return found != null && Files.isDirectory(found) ? jars(found) : List.of();
    }

    private static List<Path> jars(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{jar,JAR,Jar}")) {
            files.forEach(found::add);
        }
        Collections.sort(found);
        return found;
    }

    private Path inside(String path, String otherwise) throws ClientException {
        Path found = resolve(path);
        if (found == null) {
            throw new ClientException(otherwise);
        }
        return found;
    }

    /** Returns a file of the archive; null where it is not there or would lie outside. */
    private @Nullable Path resolve(String path) {
        try {
            Path found = root.resolve(path.startsWith("/") ? path.substring(1) : path)
                    .normalize();
            return found.startsWith(root) && !found.equals(root) && Files.exists(found) ? found : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Unpacks an EAR, as a manifest may name a directory of it; web modules and resource adapters stay packed. */
    private void unpack(Path into) throws IOException, ClientException {
        int files = 0;
        long bytes = 0;
        try (JarFile ear = new JarFile(file.toFile())) {
            for (ZipEntry entry : Collections.list(ear.entries())) {
                String name = entry.getName();
                String lower = name.toLowerCase(Locale.ROOT);
                if (entry.isDirectory() || lower.endsWith(".war") || lower.endsWith(".rar")) {
                    continue;
                }
                Path target = into.resolve(name).normalize();
                if (!target.startsWith(into)) {
                    throw new ClientException("the entry '" + name + "' of " + file + " leads out of the archive");
                }
                Files.createDirectories(parent(target));
                try (InputStream in = ear.getInputStream(entry)) {
                    bytes += Files.copy(in, target);
                }
                if (++files > MOST_FILES || bytes > MOST_BYTES) {
                    throw new ClientException(file + " has more than " + MOST_FILES + " files or 4 GiB of them");
                }
            }
        }
    }

    /** Returns the modules, in the order of the descriptor. */
    List<ClientModule> modules() {
        return List.copyOf(modules);
    }

    /** Returns the module of a name, which may be its path or file name as well; null asks for the only one. */
    ClientModule module(@Nullable String name) throws ClientException {
        List<String> names = modules.stream().map(ClientModule::name).toList();
        if (modules.isEmpty()) {
            throw new ClientException(file.getFileName()
                    + " has no client module: none is declared by <java> in META-INF/application.xml, and no "
                    + "JAR at its root has a Main-Class");
        }
        if (name == null) {
            if (modules.size() > 1) {
                throw new ClientException(file.getFileName() + " has several client modules; choose one by --name: "
                        + String.join(", ", names));
            }
            return modules.get(0);
        }
        for (ClientModule module : modules) {
            if (name.equals(module.name()) || name.equals(module.uri()) || name.equals(name(module.code()))) {
                return module;
            }
        }
        throw new ClientException(
                file.getFileName() + " has no client module '" + name + "'" + Nearest.of(name, names));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static String plain(String name) {
        return name.matches("(?i).+\\.[ej]ar") ? name.substring(0, name.length() - 4) : name;
    }

    /** Deletes what was unpacked, as far as that is possible. */
    @Override
    public void close() {
        if (temporary == null) {
            return;
        }
        try {
            Files.walkFileTree(temporary, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(each);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path each, @Nullable IOException e) throws IOException {
                    Files.deleteIfExists(each);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            temporary.toFile().deleteOnExit();
        }
    }
}
