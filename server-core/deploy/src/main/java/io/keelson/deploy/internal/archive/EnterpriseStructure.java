package io.keelson.deploy.internal.archive;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.internal.archive.ApplicationXml.Kind;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.DescriptorValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * An EAR (Jakarta EE Platform 11, EE.8): what has an {@code application.xml}, or says by its name that it is one, or has WARs
 * and is none itself. Its web modules are deployed; a module that would need a container that this server does not have
 * refuses it, as the application could not work.
 */
public final class EnterpriseStructure implements Structure {
    private static final String WAR = ".war";

    @Override
    public Optional<Layout> recognise(Path root, String fileName, DescriptorValues plan)
            throws IOException, DeploymentException {
        if (!isEnterprise(root, fileName)) {
            return Optional.empty();
        }
        ApplicationXml descriptor = descriptor(root, plan);
        List<Module> modules = new ArrayList<>();
        for (ApplicationXml.Module module : descriptor.modules()) {
            if (module.kind() == Kind.WEB) {
                modules.add(web(root, module));
            } else if (module.kind() == Kind.JAVA) {
                LOG.clientModule(fileName, module.uri());
            } else {
                throw refused(module);
            }
        }
        if (modules.isEmpty()) {
            throw new DeploymentException(fileName + " is an enterprise application (EAR) without a web module");
        }
        return Optional.of(
                new Layout("enterprise", List.of(), shared(root, descriptor, modules), named(root, modules)));
    }

    /** Modules are known by their file names; of one name by their paths (EE.8.1.1). */
    private static List<Module> named(Path root, List<Module> modules) {
        Map<String, Integer> names = new HashMap<>();
        modules.forEach(module -> names.merge(module.name().toLowerCase(Locale.ROOT), 1, Integer::sum));
        return modules.stream()
                .map(module -> names.getOrDefault(module.name().toLowerCase(Locale.ROOT), 1) == 1
                        ? module
                        : new Module(path(root, module), module.uri(), module.root(), module.contextRoot()))
                .toList();
    }

    private static String path(Path root, Module module) {
        Path directory = root.relativize(module.root()).getParent();
        return directory == null ? module.name() : directory.toString().replace('\\', '/') + "/" + module.name();
    }

    /** Whether the directory holds an EAR; {@code fileName} is what it was deployed as. */
    public static boolean isEnterprise(Path root, String fileName) throws IOException {
        return Files.isRegularFile(root.resolve(ApplicationXml.FILE))
                || fileName.toLowerCase(Locale.ROOT).endsWith(".ear")
                || !Files.isDirectory(root.resolve("WEB-INF")) && !wars(root).isEmpty();
    }

    private static DeploymentException refused(ApplicationXml.Module module) {
        String what = module.kind() == Kind.EJB ? "enterprise beans" : "a resource adapter";
        return new DeploymentException(module.place() + ": the module '" + module.uri() + "' has " + what
                + ", for which this version has no container; the application would not work without it");
    }

    private static ApplicationXml descriptor(Path root, DescriptorValues plan) throws IOException, DeploymentException {
        Path file = root.resolve(ApplicationXml.FILE);
        if (Files.isRegularFile(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                DescriptorNode document = DescriptorNode.read(ApplicationXml.FILE, in);
                if (plan.concerns(ApplicationXml.FILE)
                        && document.children().stream()
                                .noneMatch(child -> child.name().equals("module"))) {
                    document.children().addAll(ApplicationXml.written(found(root)));
                }
                plan.amend(ApplicationXml.FILE, document);
                ApplicationXml read = ApplicationXml.read(document);
                if (!read.modules().isEmpty()) {
                    return read;
                }
                return new ApplicationXml(found(root), read.libraryDirectory());
            }
        }
        List<ApplicationXml.Module> found = found(root);
        if (plan.concerns(ApplicationXml.FILE)) {
            DescriptorNode document = ApplicationXml.document(found);
            plan.amend(ApplicationXml.FILE, document);
            return ApplicationXml.read(document);
        }
        return new ApplicationXml(found, "lib");
    }

    /** Without a descriptor the modules are known by their names and content (EE.8.4.2). */
    private static List<ApplicationXml.Module> found(Path root) throws IOException {
        List<ApplicationXml.Module> found = new ArrayList<>();
        for (Path war : wars(root)) {
            found.add(new ApplicationXml.Module(Kind.WEB, name(war), null, name(war)));
        }
        for (Path jar : files(root, "*.{jar,rar}")) {
            Kind kind = kind(jar);
            if (kind != null) {
                found.add(new ApplicationXml.Module(kind, name(jar), null, name(jar)));
            }
        }
        return found;
    }

    private static @Nullable Kind kind(Path jar) throws IOException {
        if (name(jar).endsWith(".rar")) {
            return Kind.CONNECTOR;
        }
        if (Files.isDirectory(jar)) {
            return Files.isRegularFile(jar.resolve("META-INF/ejb-jar.xml")) ? Kind.EJB : null;
        }
        try (JarLibrary library = new JarLibrary(jar)) {
            return library.has("META-INF/ejb-jar.xml") ? Kind.EJB : null;
        }
    }

    private static Module web(Path root, ApplicationXml.Module module) throws DeploymentException {
        Path directory = inside(root, module.uri())
                .orElseThrow(() -> new DeploymentException(
                        module.place() + ": there is no '" + module.uri() + "' in the enterprise application"));
        if (!Files.isDirectory(directory)) {
            throw new DeploymentException(
                    module.place() + ": '" + module.uri() + "' is no web module that the archive itself names");
        }
        String name = name(directory);
        String plain = name.toLowerCase(Locale.ROOT).endsWith(WAR) ? name.substring(0, name.length() - 4) : name;
        String uri = root.relativize(directory).toString().replace('\\', '/');
        return new Module(plain, uri, directory, contextRoot(module, plain));
    }

    /** With a leading slash and without a trailing one; {@code /} for the root. */
    private static String contextRoot(ApplicationXml.Module module, String name) throws DeploymentException {
        String said = module.contextRoot();
        String path = said == null ? name : said;
        while (path.startsWith("/")) {
            path = path.substring(1);
        }
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        if (path.chars().anyMatch(c -> c <= ' ' || c == '?' || c == '#' || c == '\\' || c == ';')) {
            throw new DeploymentException(module.place() + ": '" + said + "' is no context root");
        }
        return "/" + path;
    }

    /** The libraries of the library directory, and those that modules name in their manifests. */
    private static List<Path> shared(Path root, ApplicationXml descriptor, List<Module> modules) throws IOException {
        Set<Path> shared = new LinkedHashSet<>();
        if (!descriptor.libraryDirectory().isEmpty()) {
            Optional<Path> directory = inside(root, descriptor.libraryDirectory());
            if (directory.isPresent() && Files.isDirectory(directory.get())) {
                shared.addAll(files(directory.get(), "*.{jar,JAR,Jar}"));
            }
        }
        for (Module module : modules) {
            addNamed(root, module.root(), shared);
        }
        return List.copyOf(shared);
    }

    private static void addNamed(Path root, Path module, Set<Path> shared) throws IOException {
        Path file = module.resolve("META-INF/MANIFEST.MF");
        if (!Files.isRegularFile(file)) {
            return;
        }
        String classPath;
        try (InputStream in = Files.newInputStream(file)) {
            classPath = new Manifest(in).getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        }
        Path parent = module.getParent();
        if (classPath == null || parent == null) {
            return;
        }
        for (String named : classPath.strip().split("\\s+")) {
            Optional<Path> jar =
                    inside(root, root.relativize(parent).resolve(named).toString());
            if (named.endsWith(".jar") && jar.isPresent() && Files.isRegularFile(jar.get())) {
                shared.add(jar.get());
            }
        }
    }

    /** A file or directory of the EAR; empty where it is not there or would lie outside. */
    private static Optional<Path> inside(Path root, String path) {
        try {
            Path found = root.resolve(path.startsWith("/") ? path.substring(1) : path)
                    .normalize();
            return found.startsWith(root) && !found.equals(root) && Files.exists(found)
                    ? Optional.of(found)
                    : Optional.empty();
        } catch (InvalidPathException notAFileName) {
            return Optional.empty();
        }
    }

    /** The WARs at the root of an EAR, packed or not. */
    static List<Path> wars(Path root) throws IOException {
        return files(root, "*.{war,WAR,War}");
    }

    /** The web modules of an EAR that are packed. */
    public static List<Path> packedWars(Path root) throws IOException, DeploymentException {
        return descriptor(root, DescriptorValues.NONE).modules().stream()
                .filter(module -> module.kind() == Kind.WEB)
                .flatMap(module -> inside(root, module.uri()).stream())
                .filter(Files::isRegularFile)
                .toList();
    }

    private static List<Path> files(Path directory, String pattern) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, pattern)) {
            files.forEach(found::add);
        }
        Collections.sort(found);
        return found;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
