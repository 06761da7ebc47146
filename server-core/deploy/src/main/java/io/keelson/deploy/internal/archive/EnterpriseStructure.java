package io.keelson.deploy.internal.archive;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.internal.archive.ApplicationXml.Kind;
import io.keelson.deploy.internal.archive.Structure.Module;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.DescriptorValues;
import io.keelson.deploy.spi.ModuleKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * An EAR (Jakarta EE Platform 11, EE.8): it has an {@code application.xml}, or says by its name that it is one, or has WARs and is none
 * itself. Application clients do not run here. See docs/design/deployment.md.
 */
public final class EnterpriseStructure {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final String CLIENT = "META-INF/application-client.xml";
    private static final String BEANS = "META-INF/ejb-jar.xml";

    private final Structure structure;

    EnterpriseStructure(Structure structure) {
        this.structure = structure;
    }

    Structure.Layout layout(Path root, String fileName, DescriptorValues plan) throws IOException, DeploymentException {
        ApplicationXml descriptor = descriptor(root, plan);
        List<Module> modules = new ArrayList<>();
        List<String> clients = new ArrayList<>();
        for (ApplicationXml.Module module : descriptor.modules()) {
            if (module.kind() == Kind.JAVA) {
                LOG.clientModule(fileName, module.uri());
                clients.add(clientName(module.uri()));
            } else {
                modules.add(module(root, module));
            }
        }
        if (modules.isEmpty() && clients.isEmpty()) {
            throw new DeploymentException(
                    fileName + " is an enterprise application (EAR) without a module that a server runs");
        }
        if (!descriptor.inOrder()) {
            // Web modules use the beans of others, and beans use resource adapters.
            modules.sort(Comparator.comparingInt(
                    module -> STARTS.indexOf(module.layout().kind())));
        }
        Set<Path> libraries = new LinkedHashSet<>();
        List<Path> classes = new ArrayList<>();
        for (Module module : modules) {
            if (!module.layout().kind().equals(ModuleKind.WEB)) {
                classes.addAll(module.layout().classes());
                libraries.addAll(module.layout().libraries());
            }
        }
        SharedLibraries shared = new SharedLibraries(root, modules).find(descriptor.libraryDirectory());
        libraries.addAll(shared.jars());
        classes.addAll(shared.directories());
        return new Structure.Layout(null, List.copyOf(libraries), classes, named(root, modules), clients);
    }

    private static String clientName(String uri) {
        String file = uri.substring(uri.lastIndexOf('/') + 1);
        return file.toLowerCase(Locale.ROOT).endsWith(".jar") ? file.substring(0, file.length() - 4) : file;
    }

    private static final List<ModuleKind> STARTS =
            List.of(ModuleKind.CONNECTOR, ModuleKind.ENTERPRISE_BEANS, ModuleKind.WEB);

    /** Modules are known by their file names; of one name by their paths, then with their extensions too (EE.8.1.1). */
    private static List<Module> named(Path root, List<Module> modules) {
        List<Module> byPath = renamed(modules, module -> path(root, module));
        return renamed(byPath, Module::uri);
    }

    private static List<Module> renamed(List<Module> modules, Function<Module, String> name) {
        Map<String, Integer> names = new HashMap<>();
        modules.forEach(module -> names.merge(module.name().toLowerCase(Locale.ROOT), 1, Integer::sum));
        return modules.stream()
                .map(module -> names.getOrDefault(module.name().toLowerCase(Locale.ROOT), 1) == 1
                        ? module
                        : module.named(name.apply(module)))
                .toList();
    }

    private static String path(Path root, Module module) {
        Path directory = root.relativize(module.root()).getParent();
        return directory == null ? module.name() : directory.toString().replace('\\', '/') + "/" + module.name();
    }

    /** Returns true if the directory holds an EAR; {@code fileName} is what it was deployed as. */
    public static boolean isEnterprise(Path root, String fileName) throws IOException {
        return Files.isRegularFile(root.resolve(ApplicationXml.FILE))
                || fileName.toLowerCase(Locale.ROOT).endsWith(".ear")
                || !Files.isDirectory(root.resolve("WEB-INF"))
                        && (!wars(root).isEmpty() || holdsModules(root, fileName));
    }

    /**
     * Returns true if files at the top are jars only and one is a module: an archive that came under another name than {@code .ear},
     * as an upload does. Directories may lie beside them, as those that the manifest of a module names.
     */
    private static boolean holdsModules(Path root, String fileName) throws IOException {
        if (fileName.toLowerCase(Locale.ROOT).endsWith(".rar")
                || Files.isRegularFile(root.resolve("META-INF/ra.xml"))) {
            return false;
        }
        // Modules lie there as files or unpacked.
        List<Path> files = files(root, "*").stream()
                .filter(file -> Files.isRegularFile(file) || isArchive(file))
                .toList();
        if (files.isEmpty() || !files.stream().allMatch(EnterpriseStructure::isArchive)) {
            return false;
        }
        for (Path file : files) {
            Kind kind = kindOrDamage(file);
            if (kind == Kind.EJB || kind == Kind.CONNECTOR) {
                return true;
            }
        }
        return false;
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
                return new ApplicationXml(found(root), read.libraryDirectory(), read.inOrder());
            }
        }
        List<ApplicationXml.Module> found = found(root);
        if (plan.concerns(ApplicationXml.FILE)) {
            DescriptorNode document = ApplicationXml.document(found);
            plan.amend(ApplicationXml.FILE, document);
            return ApplicationXml.read(document);
        }
        return new ApplicationXml(found, "lib", false);
    }

    /** Without a descriptor the modules are known by their names and content (EE.8.4.2). */
    private static List<ApplicationXml.Module> found(Path root) throws IOException {
        List<ApplicationXml.Module> found = new ArrayList<>();
        for (Path war : wars(root)) {
            found.add(new ApplicationXml.Module(Kind.WEB, name(war), null, null, name(war)));
        }
        for (Path jar : files(root, "*.{jar,rar,JAR,RAR,Jar,Rar}")) {
            Kind kind = kindOrDamage(jar);
            if (kind != null) {
                found.add(new ApplicationXml.Module(kind, name(jar), null, null, name(jar)));
            }
        }
        return found;
    }

    /** Does the same as {@link #kind}; what is wrong with the jar is said with its name, and is no fault of the disk. */
    private static @Nullable Kind kindOrDamage(Path jar) throws IOException {
        try {
            return kind(jar);
        } catch (ZipException | EOFException e) {
            String told =
                    e instanceof EOFException ? "it ends too early, it may be cut off" : String.valueOf(e.getMessage());
            ZipException damaged = new ZipException(
                    told.contains(jar.toString()) ? told : "cannot open the library " + jar + ": " + told);
            damaged.initCause(e);
            throw damaged;
        }
    }

    private static @Nullable Kind kind(Path jar) throws IOException {
        if (name(jar).toLowerCase(Locale.ROOT).endsWith(".rar")) {
            return Kind.CONNECTOR;
        }
        if (has(jar, BEANS)) {
            return Kind.EJB;
        }
        if (has(jar, CLIENT) || manifest(jar).getValue(Attributes.Name.MAIN_CLASS) != null) {
            return Kind.JAVA;
        }
        return BeanModules.holdsBeans(jar) ? Kind.EJB : null;
    }

    private static boolean has(Path jar, String file) throws IOException {
        if (Files.isDirectory(jar)) {
            return Files.isRegularFile(jar.resolve(file));
        }
        try (JarLibrary library = new JarLibrary(jar)) {
            return library.has(file);
        }
    }

    /** The main attributes of a jar's manifest, packed or unpacked; none where it has no manifest. */
    static Attributes manifest(Path jar) throws IOException {
        if (Files.isDirectory(jar)) {
            Path file = jar.resolve(MANIFEST);
            if (!Files.isRegularFile(file)) {
                return new Attributes();
            }
            try (InputStream in = Files.newInputStream(file)) {
                return new Manifest(in).getMainAttributes();
            }
        }
        try (JarLibrary library = new JarLibrary(jar)) {
            return library.manifest().map(Manifest::getMainAttributes).orElseGet(Attributes::new);
        }
    }

    private Module module(Path root, ApplicationXml.Module module) throws IOException, DeploymentException {
        Path directory = inside(root, module.uri())
                .orElseThrow(() -> new DeploymentException(
                        module.place() + ": there is no '" + module.uri() + "' in the enterprise application"));
        if (!Files.isDirectory(directory)) {
            throw new DeploymentException(
                    module.place() + ": '" + module.uri() + "' is no module that the archive itself names");
        }
        String name = name(directory);
        String plain = name.matches("(?i).+\\.[jrw]ar") ? name.substring(0, name.length() - 4) : name;
        String uri = root.relativize(directory).toString().replace('\\', '/');
        ModuleKind kind = kind(module.kind());
        return new Module(
                plain,
                uri,
                directory,
                structure.layout(kind, directory),
                kind.equals(ModuleKind.WEB) ? contextRoot(module, plain) : null,
                alternative(root, module));
    }

    private static ModuleKind kind(Kind declared) {
        return switch (declared) {
            case WEB -> ModuleKind.WEB;
            case EJB -> ModuleKind.ENTERPRISE_BEANS;
            case CONNECTOR -> ModuleKind.CONNECTOR;
            case JAVA -> throw new IllegalArgumentException("a server runs no application clients");
        };
    }

    /** The descriptor of the EAR in the place of the module's own (EE.8.3.1). */
    private static Map<String, Path> alternative(Path root, ApplicationXml.Module module) throws DeploymentException {
        String path = module.alternative();
        if (path == null) {
            return Map.of();
        }
        Path file = inside(root, path)
                .filter(Files::isRegularFile)
                .orElseThrow(() -> new DeploymentException(module.place() + ": there is no descriptor '" + path
                        + "' (alt-dd) in the enterprise application"));
        return Map.of(
                switch (module.kind()) {
                    case WEB -> "WEB-INF/web.xml";
                    case EJB -> BEANS;
                    case CONNECTOR -> "META-INF/ra.xml";
                    case JAVA -> CLIENT;
                },
                file);
    }

    /** With a leading slash and without a trailing one; {@code /} for the root. */
    private static String contextRoot(ApplicationXml.Module module, String name) throws DeploymentException {
        String said = module.contextRoot();
        String path = said == null ? name.equals("ROOT") ? "" : name : said;
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

    /** A file or directory of the EAR; empty where it is not there or would lie outside. */
    static Optional<Path> inside(Path root, String path) {
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

    /** The modules of an EAR that are packed, but for application clients. */
    public static List<Path> packedModules(Path root) throws IOException, DeploymentException {
        return descriptor(root, DescriptorValues.NONE).modules().stream()
                .filter(module -> module.kind() != Kind.JAVA)
                .flatMap(module -> inside(root, module.uri()).stream())
                .filter(Files::isRegularFile)
                .toList();
    }

    static List<Path> files(Path directory, String pattern) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, pattern)) {
            files.forEach(found::add);
        }
        Collections.sort(found);
        return found;
    }

    private static boolean isArchive(Path file) {
        return name(file).matches("(?i).+\\.[jr]ar");
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
