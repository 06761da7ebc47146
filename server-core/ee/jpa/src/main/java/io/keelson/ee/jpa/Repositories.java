package io.keelson.ee.jpa;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Archive.Library;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.data.repository.Repository;
import jakarta.persistence.PersistenceUnit;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the repositories of a module before it starts: each needs an implementation, which Hibernate's annotation processor makes when
 * the application is compiled. An application may bring another provider of Jakarta Data, which makes them while CDI starts.
 *
 * <p>Specification: Jakarta Data 1.0, 6.1 Providers and Repositories and 6.3 Provider Name.
 */
final class Repositories {
    private static final DotName REPOSITORY = DotName.createSimple(Repository.class);
    private static final DotName UNIT = DotName.createSimple(PersistenceUnit.class);
    private static final String PROVIDER = "hibernate";
    private static final List<String> EXTENSIONS = List.of(
            "META-INF/services/jakarta.enterprise.inject.spi.Extension",
            "META-INF/services/jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension");

    private Repositories() {}

    /**
     * Checks the repositories of a module's own classes.
     *
     * @throws DeploymentException with the class of one that has no implementation
     */
    static void check(Deployment deployment) throws DeploymentException {
        for (AnnotationInstance instance : deployment.indexOfClasses().getAnnotations(REPOSITORY)) {
            if (instance.target().kind() == AnnotationTarget.Kind.CLASS
                    && isOurs(instance)
                    && !isImplemented(deployment, instance.target().asClass())
                    && !hasExtension(deployment.archive())) {
                throw new DeploymentException(
                        "the repository " + instance.target().asClass().name()
                                + " has no implementation: Hibernate's annotation processor has not run when the application was compiled;"
                                + " add org.hibernate.orm:hibernate-processor to the annotation processors of its build");
            }
        }
    }

    /**
     * Checks the repositories of a module that sees no persistence unit.
     *
     * @throws DeploymentException with the class of one that has no implementation, or whose implementation refers to a unit
     */
    static void checkWithoutUnits(Deployment deployment) throws DeploymentException {
        check(deployment);
        for (AnnotationInstance reference : deployment.indexOfClasses().getAnnotations(UNIT)) {
            if (reference.target().kind() == AnnotationTarget.Kind.FIELD) {
                String repository = of(reference.target().asField().declaringClass(), deployment.index());
                if (repository != null) {
                    throw new DeploymentException("the repository " + repository
                            + " needs a persistence unit, and the module has none; add META-INF/persistence.xml to its "
                            + "classes or a library");
                }
            }
        }
    }

    /** Returns the name of the repository that a class implements; null where it implements none. */
    static @Nullable String of(ClassInfo type, IndexView index) {
        for (DotName each : type.interfaceNames()) {
            ClassInfo implemented = index.getClassByName(each);
            if (implemented != null && implemented.hasDeclaredAnnotation(REPOSITORY)) {
                return each.toString();
            }
        }
        return null;
    }

    /** Returns true if the repository names no other provider. */
    private static boolean isOurs(AnnotationInstance repository) {
        AnnotationValue provider = repository.value("provider");
        return provider == null
                || provider.asString().isEmpty()
                || provider.asString().equalsIgnoreCase(PROVIDER);
    }

    private static boolean isImplemented(Deployment deployment, ClassInfo repository) {
        for (ClassInfo each : deployment.index().getAllKnownImplementors(repository.name())) {
            if (!Modifier.isAbstract(each.flags())) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the application has an extension of CDI, which may be another provider. */
    private static boolean hasExtension(Archive archive) throws DeploymentException {
        Optional<Path> classes = archive.classes();
        for (String extension : EXTENSIONS) {
            if (classes.isPresent() && Files.isRegularFile(classes.get().resolve(extension))) {
                return true;
            }
            for (Library library : archive.libraries()) {
                if (has(library, extension)) {
                    return true;
                }
            }
            for (Library library : archive.sharedLibraries()) {
                if (has(library, extension)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean has(Library library, String file) throws DeploymentException {
        try {
            return library.url(file).isPresent();
        } catch (IOException e) {
            throw new DeploymentException("the library " + library.name() + " cannot be read: " + e.getMessage(), e);
        }
    }
}
