package io.keelson.deploy.internal.library;

import io.keelson.deploy.internal.archive.LibraryArchive;
import io.keelson.deploy.internal.archive.Structure;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorValues;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The shared libraries of a server, and who uses them. A reference is resolved when an application is made, for as long as that version is
 * there; a library that is used does not go. Thread-safe: the lock guards uses and what is leaving.
 *
 * <p>Specification: weblogic-application.xml, library-ref; weblogic.xml, library-ref.
 */
public final class Libraries {
    private static final String ENTERPRISE = "META-INF/weblogic-application.xml";
    private static final String WEB = "WEB-INF/weblogic.xml";

    private final Records records;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Use, Set<String>> uses = new LinkedHashMap<>();
    private final Set<String> leaving = new HashSet<>();

    /** Records of the deployed applications. */
    public interface Records {
        /** Returns the records of all that is deployed on the server. */
        List<DeploymentRecord> all() throws IOException;
    }

    /** Takes what knows the records of what is deployed. */
    public Libraries(Records records) {
        this.records = records;
    }

    /** The use of libraries by one version of an application, until it is closed. Closing it again does nothing. */
    public final class Use implements AutoCloseable {
        private final String application;

        private Use(String application) {
            this.application = application;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                uses.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * A layout with the libraries that descriptors name.
     *
     * @param use of all of them
     */
    public record Found(Structure.Layout layout, Use use) {}

    /**
     * Adds the libraries that descriptors of an application name.
     *
     * @param plans of a module by its path in the application; empty: of the application itself
     * @throws DeploymentException where a library is not deployed; the message has the reference's line, and what is there
     */
    public Found with(String application, Path root, Structure.Layout layout, Function<String, DescriptorValues> plans)
            throws DeploymentException {
        try {
            Selection selection = new Selection(application);
            Structure.Layout next = selection.layout(root, layout, plans);
            return new Found(next, selection.use);
        } catch (IOException e) {
            throw new DeploymentException(
                    "the descriptors or libraries of application '" + application + "' cannot be read: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Refuses a second library of one name and version. */
    public void check(DeploymentRecord record, Path jar) throws DeploymentException {
        try {
            SharedLibrary own = SharedLibrary.of(record.name(), jar);
            Optional<SharedLibrary> other = deployed().stream()
                    .filter(library -> !library.deployed().equals(record.name()) && library.isLike(own))
                    .findFirst();
            if (other.isPresent()) {
                throw new DeploymentException("the library " + own.title() + " is deployed already, as '"
                        + other.get().deployed() + "'");
            }
        } catch (IOException e) {
            throw new DeploymentException("the library " + jar + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Says that what is deployed under a name goes: nobody uses it, or will until {@link #left}.
     *
     * @throws DeploymentException where applications use it; the message has their names
     */
    public void leave(String deployed) throws DeploymentException {
        lock.lock();
        try {
            Set<String> users = new TreeSet<>();
            uses.forEach((use, names) -> {
                if (names.contains(deployed)) {
                    users.add(use.application);
                }
            });
            if (!users.isEmpty()) {
                throw new DeploymentException("the library '" + deployed + "' is in use by "
                        + String.join(", ", users)
                        + "; undeploy these first, or deploy the library's next version under a name of its own and"
                        + " redeploy them");
            }
            leaving.add(deployed);
        } finally {
            lock.unlock();
        }
    }

    /** Says that it has gone, or stayed after all. */
    public void left(String deployed) {
        lock.lock();
        try {
            leaving.remove(deployed);
        } finally {
            lock.unlock();
        }
    }

    private List<SharedLibrary> deployed() throws IOException, DeploymentException {
        List<SharedLibrary> found = new ArrayList<>();
        for (DeploymentRecord record : records.all()) {
            Optional<Path> jar = LibraryArchive.of(record.content());
            if (jar.isPresent()) {
                found.add(SharedLibrary.of(record.name(), jar.get()));
            }
        }
        return found;
    }

    /** The choice of libraries for one version of an application. Confined to the deploying thread. */
    private final class Selection {
        private final Use use;
        private final Set<String> used = new LinkedHashSet<>();

        Selection(String application) {
            this.use = new Use(application);
        }

        Structure.Layout layout(Path root, Structure.Layout layout, Function<String, DescriptorValues> plans)
                throws DeploymentException, IOException {
            ModuleLayout single = layout.module();
            if (single != null) {
                return new Structure.Layout(
                        web(root, single, plans.apply("")),
                        layout.libraries(),
                        layout.sharedClasses(),
                        layout.modules());
            }
            List<Structure.Module> modules = new ArrayList<>();
            for (Structure.Module module : layout.modules()) {
                ModuleLayout with = web(module.root(), module.layout(), plans.apply(module.uri()));
                modules.add(new Structure.Module(
                        module.name(), module.uri(), module.root(), with, module.contextRoot(), module.replaced()));
            }
            Set<Path> libraries = new LinkedHashSet<>(layout.libraries());
            libraries.addAll(chosen(LibraryReference.read(root, ENTERPRISE, "weblogic-application", plans.apply(""))));
            return new Structure.Layout(
                    null, List.copyOf(libraries), layout.sharedClasses(), modules, layout.clients());
        }

        private ModuleLayout web(Path root, ModuleLayout layout, DescriptorValues plan)
                throws DeploymentException, IOException {
            if (!layout.kind().equals(ModuleKind.WEB)) {
                return layout;
            }
            Set<Path> libraries = new LinkedHashSet<>(layout.libraries());
            libraries.addAll(chosen(LibraryReference.read(root, WEB, "weblogic-web-app", plan)));
            return new ModuleLayout(layout.kind(), layout.classes(), List.copyOf(libraries));
        }

        private List<Path> chosen(List<LibraryReference> references) throws DeploymentException, IOException {
            List<Path> jars = new ArrayList<>();
            if (references.isEmpty()) {
                return jars;
            }
            lock.lock();
            try {
                List<SharedLibrary> there = deployed().stream()
                        .filter(library -> !leaving.contains(library.deployed()))
                        .toList();
                for (LibraryReference reference : references) {
                    SharedLibrary library = LibraryReference.highest(reference, there);
                    if (library == null) {
                        throw missing(reference, there);
                    }
                    jars.add(library.jar());
                    used.add(library.deployed());
                }
                uses.put(use, Set.copyOf(used));
            } catch (DeploymentException | IOException | RuntimeException e) {
                uses.remove(use);
                throw e;
            } finally {
                lock.unlock();
            }
            return jars;
        }

        private DeploymentException missing(LibraryReference reference, List<SharedLibrary> there) {
            List<String> titles = there.stream()
                    .sorted(SharedLibrary.BY_VERSION)
                    .filter(library -> library.name().equals(reference.name()))
                    .map(SharedLibrary::title)
                    .toList();
            List<String> names =
                    there.stream().map(SharedLibrary::name).distinct().sorted().toList();
            return DeploymentException.library(reference.place() + ": <library-ref>: no library "
                    + reference.wanted() + " is deployed here; "
                    + (!titles.isEmpty()
                            ? "there is " + String.join(", ", titles)
                            : names.isEmpty()
                                    ? "there are no libraries: deploy a jar with an Extension-Name in its manifest"
                                    : "there are " + String.join(", ", names)));
        }
    }
}
