package io.keelson.deploy.spi;

import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkScope;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jboss.jandex.IndexView;

/**
 * One application, or one module of an enterprise application, while it is deployed. Confined to the deploying thread until started;
 * after that its getters are safe on every thread.
 */
public interface Deployment {
    /** The name, unique in the server: that of the application, with that of the module in an enterprise application. */
    String name();

    /**
     * The name under which the operator has deployed it, {@code name@version} where it has a version; all modules of an enterprise
     * application have the same.
     */
    default String application() {
        return name();
    }

    /**
     * A file of the enterprise application that this is a module of, beside its modules; empty where there is none, or it is a module of
     * none.
     *
     * @param path relative, with {@code /}
     */
    default Optional<Path> enterpriseFile(String path) {
        return Optional.empty();
    }

    /**
     * The files in a directory of the enterprise application that this is a module of, beside its modules, by name; empty where it is a
     * module of none.
     *
     * @param directory relative, with {@code /}
     */
    default List<Path> enterpriseFiles(String directory) {
        return List.of();
    }

    /** The loader of the libraries that all modules share; empty where there are none. There from the class loader phase on. */
    default Optional<ClassLoader> sharedClassLoader() {
        return Optional.empty();
    }

    /** Returns what a deployment plan says of its descriptors. Who reads one has it amended first. */
    default DescriptorValues plan() {
        return DescriptorValues.NONE;
    }

    /** The kind of the module. */
    default ModuleKind kind() {
        return ModuleKind.WEB;
    }

    /**
     * The context root that the operator or the {@code application.xml} of the enterprise application asks for; empty where the module
     * decides, or is no web module. Where it is reached the room that serves it says with a {@link ContextRoot}.
     */
    Optional<String> contextRoot();

    /** Returns what is deployed. */
    Archive archive();

    /** The annotation index of the archive's classes and of the libraries in it. There from the index phase on. */
    IndexView index();

    /** The index of the archive's own classes alone. */
    IndexView indexOfClasses();

    /** The index of one library of the archive alone. */
    IndexView index(Archive.Library library);

    /**
     * Asks for a part of the server for this application: its packages and services become visible to the application,
     * unless the application brings the part itself. May be called until the class loaders are made.
     *
     * @param part the name of a part, as {@code pages}
     * @return whether the application sees the server's part; false when it brings its own
     * @throws DeploymentException when the server has no such part
     */
    boolean use(String part) throws DeploymentException;

    /** The application's class loader. There from the class loader phase on. */
    ClassLoader classLoader();

    /** The application's work manager for what names no other. */
    WorkManager workManager();

    /**
     * The application's work managers by name. All that is deployed under one name, one after the other, shares the scope; whoever
     * declares work managers of its own makes a scope {@link WorkScope#inner within} it, closes that {@link #onUndeploy at undeployment},
     * and {@link #attach attaches} it as a {@code WorkScope} for others that the application gives names to.
     */
    WorkScope workScope();

    /** A directory of the application's own, empty at deployment and deleted after undeployment. */
    Path temporaryDirectory();

    /** Runs at undeployment, in reverse order of registration, before the loaders are closed. Must not throw. */
    void onUndeploy(Runnable action);

    /**
     * Notes what does not serve, though the application does, as a servlet that failed at its start. Operators are shown it with the
     * application until that is deployed again. The contributor logs it as well.
     *
     * @param what the component and the reason, as a sentence without its full stop
     */
    default void outOfService(String what) {}

    /** Keeps an object of a contributor with the deployment. One a type. */
    <T> void attach(Class<T> type, T attachment);

    /** Returns what was attached of that type. */
    <T> Optional<T> attachment(Class<T> type);

    /**
     * Something that all modules of this version of the application share; the first that asks makes it.
     *
     * @throws E what making it throws; then the next that asks tries again
     */
    default <T, E extends Exception> T shared(Class<T> type, Making<T, E> making) throws E {
        Optional<T> there = attachment(type);
        if (there.isPresent()) {
            return there.get();
        }
        T made = making.make();
        attach(type, made);
        return made;
    }

    /** Makes something. */
    interface Making<T, E extends Exception> {
        /** Makes it. */
        T make() throws E;
    }
}
