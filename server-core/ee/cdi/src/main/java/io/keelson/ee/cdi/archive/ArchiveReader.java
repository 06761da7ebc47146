package io.keelson.ee.cdi.archive;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.ModuleKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.IndexView;
import org.jboss.weld.bootstrap.WeldBootstrap;
import org.jboss.weld.bootstrap.spi.BeanDiscoveryMode;
import org.jboss.weld.bootstrap.spi.BeansXml;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bean archives of a module, and those of the libraries that modules share. An archive without {@code beans.xml} is one where
 * a class has a bean defining annotation. None is one whose mode is {@code none}, and one with an extension and no {@code beans.xml}.
 * All classes are candidates where the file is of CDI 1.0. Confined to the deploying thread.
 *
 * <p>Specification: CDI 4.1, 12.1 Bean archives; CDI 4.1, 24.1 Bean archive in CDI Full.
 */
public final class ArchiveReader {
    private static final String BEANS_XML = "META-INF/beans.xml";
    private static final String BEANS_XML_OF_WAR = "WEB-INF/beans.xml";
    private static final Pattern COMMENTS =
            Pattern.compile("\\s*+(?:<\\?xml.*?\\?>)?(?:\\s++|<!--.*?-->)*+", Pattern.DOTALL);

    /** Namespace of CDI 1.0, whose schema has no modes: each class of an archive may be a bean. */
    private static final String NAMESPACE_OF_CDI_10 = "http://java.sun.com/xml/ns/javaee";

    /** Service files of portable and of build compatible extensions. */
    private static final List<String> EXTENSIONS = List.of(
            "META-INF/services/jakarta.enterprise.inject.spi.Extension",
            "META-INF/services/jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension");

    private final WeldBootstrap parser;

    /** Reads with the parser of that container. */
    public ArchiveReader(WeldBootstrap parser) {
        this.parser = parser;
    }

    /**
     * The archives of a module.
     *
     * @param main that of its own classes; there even when it is no bean archive, then without beans
     * @param libraries those of its libraries that are bean archives
     */
    public record OfModule(BeanArchive main, List<BeanArchive> libraries) {
        /** Returns all of them. */
        public List<BeanArchive> all() {
            List<BeanArchive> all = new ArrayList<>();
            all.add(main);
            all.addAll(libraries);
            return all;
        }
    }

    /** Reads those of a module. */
    public OfModule module(Deployment module, IndexView shared) throws DeploymentException {
        // Of an enterprise application all modules see the classes of those that are no web modules.
        ClassLoader loader = module.kind().equals(ModuleKind.WEB)
                ? module.classLoader()
                : module.sharedClassLoader().orElse(module.classLoader());
        BeanDefiningAnnotations annotations = new BeanDefiningAnnotations(List.of(module.index(), shared), loader);
        Optional<Path> file = module.archive()
                .file(BEANS_XML_OF_WAR)
                .or(() -> module.archive()
                        .classes()
                        .map(c -> c.resolve(BEANS_XML))
                        .filter(Files::isRegularFile))
                .or(() -> module.archive().file(BEANS_XML));
        BeansXml descriptor = file.isPresent() ? parse(module, file.get()) : null;
        BeanArchive main = archive(
                module.name() + "#classes",
                loader,
                descriptor,
                descriptor == null && hasExtension(module.archive()),
                module.indexOfClasses().getKnownClasses(),
                annotations,
                true);
        List<BeanArchive> libraries = new ArrayList<>();
        for (Archive.Library library : module.archive().libraries()) {
            BeansXml own = parse(library);
            BeanArchive found = archive(
                    module.name() + "#" + library.name(),
                    loader,
                    own,
                    own == null && hasExtension(library),
                    module.index(library).getKnownClasses(),
                    annotations,
                    false);
            if (found != null) {
                libraries.add(found);
            }
        }
        return new OfModule(java.util.Objects.requireNonNull(main), libraries);
    }

    /**
     * Reads those of the libraries that modules share.
     *
     * @param application its name
     * @param loader of the libraries
     * @param index of all of them
     */
    public List<BeanArchive> shared(
            String application, List<Archive.Library> libraries, ClassLoader loader, IndexView index)
            throws DeploymentException {
        BeanDefiningAnnotations annotations = new BeanDefiningAnnotations(List.of(index), loader);
        List<BeanArchive> archives = new ArrayList<>();
        for (Archive.Library library : libraries) {
            BeansXml own = parse(library);
            BeanArchive found = archive(
                    application + "#lib/" + library.name(),
                    loader,
                    own,
                    own == null && hasExtension(library),
                    classes(library, index),
                    annotations,
                    false);
            if (found != null) {
                archives.add(found);
            }
        }
        return archives;
    }

    private static List<ClassInfo> classes(Archive.Library library, IndexView index) throws DeploymentException {
        List<ClassInfo> classes = new ArrayList<>();
        try {
            library.list(entry -> {
                if (entry.endsWith(".class") && !entry.startsWith("META-INF/")) {
                    String name = entry.substring(0, entry.length() - ".class".length())
                            .replace('/', '.');
                    ClassInfo info = index.getClassByName(name);
                    if (info != null) {
                        classes.add(info);
                    }
                }
            });
        } catch (IOException e) {
            throw unreadable(library.name(), e);
        }
        return classes;
    }

    private static boolean hasExtension(Archive archive) {
        for (String extension : EXTENSIONS) {
            if (archive.file(extension).isPresent()
                    || archive.classes()
                            .map(c -> c.resolve(extension))
                            .filter(Files::isRegularFile)
                            .isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasExtension(Archive.Library library) throws DeploymentException {
        try {
            for (String extension : EXTENSIONS) {
                if (library.url(extension).isPresent()) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw unreadable(library.name(), e);
        }
    }

    /**
     * Makes an archive.
     *
     * @param excluded true if it has no beans, whatever the annotations of its classes
     * @param always true if it is there without beans too
     * @return null: it is no bean archive
     */
    private static @Nullable BeanArchive archive(
            String id,
            ClassLoader loader,
            @Nullable BeansXml descriptor,
            boolean excluded,
            Collection<ClassInfo> classes,
            BeanDefiningAnnotations annotations,
            boolean always) {
        BeanDiscoveryMode said = descriptor == null ? BeanDiscoveryMode.ANNOTATED : descriptor.getBeanDiscoveryMode();
        BeanDiscoveryMode mode = excluded ? BeanDiscoveryMode.NONE : said;
        Set<String> known = new TreeSet<>();
        classes.forEach(type -> known.add(type.name().toString()));
        Set<String> beans = switch (mode) {
            case ALL -> known;
            case ANNOTATED -> annotations.beans(classes);
            case NONE -> Set.of();
        };
        if (descriptor == null && beans.isEmpty() && !excluded && !always) {
            return null;
        }
        BeanArchive made =
                new BeanArchive(id, loader, descriptor == null ? BeansXml.EMPTY_BEANS_XML : descriptor, known, beans);
        if (mode == BeanDiscoveryMode.NONE) {
            made.exclude();
        }
        return made;
    }

    private @Nullable BeansXml parse(Archive.Library library) throws DeploymentException {
        try {
            Optional<URL> url = library.url(BEANS_XML);
            if (url.isEmpty()) {
                return null;
            }
            try (InputStream in = library.open(BEANS_XML).orElseThrow()) {
                return parse(library.name() + "!/" + BEANS_XML, in, url.get());
            }
        } catch (IOException e) {
            throw unreadable(library.name(), e);
        }
    }

    private BeansXml parse(Deployment module, Path file) throws DeploymentException {
        String name = module.archive().root().relativize(file).toString();
        try (InputStream in = Files.newInputStream(file)) {
            return parse(name, in, file.toUri().toURL());
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a file without a URL: " + file, e);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** An empty file is one that says nothing (CDI 4.1, 24.1), and so is one with comments alone. */
    private BeansXml parse(String name, InputStream in, URL url) throws DeploymentException, IOException {
        byte[] content = in.readAllBytes();
        String text = new String(content, StandardCharsets.UTF_8);
        boolean ofCdi10 = false;
        if (!text.isBlank() && COMMENTS.matcher(text).matches()) {
            return BeansXml.EMPTY_BEANS_XML;
        }
        if (!text.isBlank()) {
            DescriptorNode root = DescriptorNode.read(name, new java.io.ByteArrayInputStream(content));
            if (!root.name().equals("beans")) {
                throw new DeploymentException(name + ":" + root.place().line() + ": the root element is <" + root.name()
                        + ">; that of a beans.xml is <beans>");
            }
            String mode = root.attributes().get("bean-discovery-mode");
            if (mode != null && !Set.of("all", "annotated", "none").contains(mode)) {
                throw new DeploymentException(name + ":" + root.place().line() + ": '" + mode
                        + "' is no bean-discovery-mode; it is 'annotated', 'all' or 'none'");
            }
            ofCdi10 = mode == null && root.namespace().equals(NAMESPACE_OF_CDI_10);
        }
        try {
            BeansXml parsed = parser.parse(url);
            return ofCdi10 ? new BeansXmlOfCdi10(parsed) : parsed;
        } catch (RuntimeException e) {
            throw new DeploymentException(name + ": " + e.getMessage(), e);
        }
    }

    private static DeploymentException unreadable(String what, IOException e) {
        return new DeploymentException(what + " cannot be read: " + e.getMessage(), e);
    }
}
