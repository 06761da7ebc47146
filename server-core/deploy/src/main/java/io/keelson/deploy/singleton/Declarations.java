package io.keelson.deploy.singleton;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.DescriptorValues;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Declaration;
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Terms;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All singleton services that an application declares, each name once. What the descriptor of an EAR and an annotation say of one
 * class under one name is one service, on the annotation's terms.
 */
final class Declarations {
    private Declarations() {}

    static List<Declared> of(WholeApplication application) throws DeploymentException {
        List<Declared> annotated = SingletonAnnotations.of(application);
        Map<String, Declared> byName = new LinkedHashMap<>();
        for (Declared declared : described(application)) {
            Optional<Declared> same =
                    annotated.stream().filter(declared::sameServiceAs).findFirst();
            same.ifPresent(annotated::remove);
            add(
                    byName,
                    same.map(one -> new Declared(one.declaration(), one.module(), declared.place()))
                            .orElse(declared));
        }
        for (Declared declared : annotated) {
            add(byName, declared);
        }
        return List.copyOf(byName.values());
    }

    private static void add(Map<String, Declared> byName, Declared declared) throws DeploymentException {
        Declared first = byName.putIfAbsent(declared.declaration().name(), declared);
        if (first != null) {
            throw new DeploymentException(declared.place() + ": a second singleton service of the name '"
                    + declared.declaration().name() + "'; the first is at " + first.place() + "; rename one");
        }
    }

    private static List<Declared> described(WholeApplication application) throws DeploymentException {
        Optional<DescriptorNode> document = document(application);
        if (document.isEmpty()) {
            return List.of();
        }
        List<Declared> described = new ArrayList<>();
        for (WeblogicApplicationXml.Service service : WeblogicApplicationXml.read(document.get(), application.name())) {
            described.add(declared(application, service));
        }
        return described;
    }

    /** The descriptor with what the application's plan says; empty where neither says anything. */
    private static Optional<DescriptorNode> document(WholeApplication application) throws DeploymentException {
        DescriptorValues plan = application.plan();
        Optional<Path> file = application.file(WeblogicApplicationXml.FILE);
        if (file.isEmpty()) {
            return plan.concerns(WeblogicApplicationXml.FILE)
                    ? Optional.of(plan.made(WeblogicApplicationXml.FILE, "weblogic-application"))
                    : Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file.get())) {
            DescriptorNode document = DescriptorNode.read(WeblogicApplicationXml.FILE, in);
            plan.amend(WeblogicApplicationXml.FILE, document);
            return Optional.of(document);
        } catch (IOException e) {
            throw new DeploymentException(WeblogicApplicationXml.FILE + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Declared declared(WholeApplication application, WeblogicApplicationXml.Service service)
            throws DeploymentException {
        Deployment module = home(application, service);
        try {
            Declaration declaration = new Declaration(
                    service.name(), service.className(), application.name(), module.name(), Terms.STANDARD);
            return new Declared(declaration, module, service.place());
        } catch (IllegalArgumentException e) {
            throw new DeploymentException(service.place() + ": " + e.getMessage(), e);
        }
    }

    /** The first module that sees the class: any where it lies in a shared library. */
    private static Deployment home(WholeApplication application, WeblogicApplicationXml.Service service)
            throws DeploymentException {
        for (Deployment module : application.modules()) {
            try {
                Class.forName(service.className(), false, module.classLoader());
                return module;
            } catch (ClassNotFoundException e) {
                continue;
            } catch (LinkageError e) { // it is there; what is wrong with it is found out later
                return module;
            }
        }
        throw new DeploymentException(service.place() + ": there is no class " + service.className()
                + " in the libraries that the modules share, nor in a module");
    }
}
