package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorValues;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.deploy.spi.ModuleRecogniser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what an unpacked archive is, by the recognisers of modules and the rules of enterprise applications. The phases after it know
 * no kinds. Immutable, thread-safe.
 */
public final class Structure {
    private static final List<ModuleRecogniser> OWN =
            List.of(new ConnectorModules(), new BeanModules(), new WebModules());

    private final List<ModuleRecogniser> recognisers;

    /** Knows the kinds of rooms before those of the server itself. */
    public Structure(List<ModuleRecogniser> ofRooms) {
        this.recognisers = Stream.concat(ofRooms.stream(), OWN.stream()).toList();
    }

    /**
     * The layout of an archive.
     *
     * @param module of a module that is deployed by itself; null: it is an enterprise application
     * @param libraries of an enterprise application the jars that its modules share
     * @param sharedClasses of an enterprise application the directories with classes that its modules share
     * @param modules the modules of an enterprise application, in the order in which they start
     * @param clients the application clients of an enterprise application, by the names of their files; they do not run here
     */
    public record Layout(
            @Nullable ModuleLayout module,
            List<Path> libraries,
            List<Path> sharedClasses,
            List<Module> modules,
            List<String> clients) {
        /** Copies the lists. */
        public Layout {
            libraries = List.copyOf(libraries);
            sharedClasses = List.copyOf(sharedClasses);
            modules = List.copyOf(modules);
            clients = List.copyOf(clients);
        }

        /** Makes the layout of what has no application clients. */
        public Layout(
                @Nullable ModuleLayout module, List<Path> libraries, List<Path> sharedClasses, List<Module> modules) {
            this(module, libraries, sharedClasses, modules, List.of());
        }

        /** Returns true if it is a library for others, the only one of {@code libraries}. */
        public boolean isLibrary() {
            return module == null && modules.isEmpty() && clients.isEmpty();
        }
    }

    /**
     * A module of an enterprise application, unpacked.
     *
     * @param name its name in the application
     * @param uri its path in the application
     * @param root the directory with its files
     * @param layout where its code lies
     * @param contextRoot where it is to be reached; null where it is no web module
     * @param replaced files of the enterprise application in the place of the module's own, by the path in the module
     */
    public record Module(
            String name,
            String uri,
            Path root,
            ModuleLayout layout,
            @Nullable String contextRoot,
            Map<String, Path> replaced) {
        /** Copies the map. */
        public Module {
            replaced = Map.copyOf(replaced);
        }

        Module named(String other) {
            return new Module(other, uri, root, layout, contextRoot, replaced);
        }
    }

    /**
     * The layout of an unpacked archive whose descriptor has the values of a plan.
     *
     * @throws DeploymentException when no recogniser knows it, the message says what was found; or when the plan does not fit
     */
    public Layout of(Path root, String fileName, DescriptorValues plan) throws DeploymentException {
        try {
            Optional<Path> library = LibraryArchive.of(root);
            if (library.isPresent()) {
                return new Layout(null, List.of(library.get()), List.of(), List.of());
            }
            if (EnterpriseStructure.isEnterprise(root, fileName)) {
                return new EnterpriseStructure(this).layout(root, fileName, plan);
            }
            for (ModuleRecogniser recogniser : recognisers) {
                if (recogniser.recognises(root, fileName)) {
                    return new Layout(recogniser.layout(root), List.of(), List.of(), List.of());
                }
            }
            throw new DeploymentException(fileName + " is " + found(root) + "; an application is a WAR, an EJB module,"
                    + " a resource adapter (RAR), or an enterprise application (EAR) of such modules");
        } catch (IOException e) {
            throw new DeploymentException(
                    "the files of " + fileName + " below " + root + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The layout of a module that an enterprise application declares to be of a kind. */
    ModuleLayout layout(ModuleKind kind, Path root) throws IOException {
        for (ModuleRecogniser recogniser : recognisers) {
            if (recogniser.kind().equals(kind)) {
                return recogniser.layout(root);
            }
        }
        throw new IllegalArgumentException("nothing recognises modules of the kind '" + kind.name() + "'");
    }

    private static String found(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root)) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        if (files.isEmpty()) {
            return "no application: there is no file in it";
        }
        return files.stream().anyMatch(file -> file.toString().endsWith(".class"))
                ? "a library (JAR: it has classes outside of WEB-INF, and no Enterprise Beans) whose manifest has no"
                        + " Extension-Name by which applications could name it"
                : "no application: it has no WEB-INF directory";
    }
}
