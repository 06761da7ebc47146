package io.keelson.ee.rest;

import io.keelson.component.spi.InjectionSources;
import io.keelson.component.spi.LifecycleCallbacks;
import io.keelson.component.spi.ResourceInjection;
import io.keelson.component.spi.SessionBean;
import io.keelson.component.spi.SessionBeans;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.ee.rest.bean.ComponentFields;
import io.keelson.ee.rest.bean.ContextInjection;
import io.keelson.ee.rest.bean.RestBeans;
import io.keelson.kernel.naming.ComponentNames;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.naming.NamingException;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Lets an application with resources see JSON Binding as well: bodies are read and written by it. Finds the session beans that web
 * modules serve. The rest is done by {@link RestInitializer} when the web module starts.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2.4 Enterprise Java Beans, 11.2.7 Jakarta JSON Binding.
 */
final class RestContributor implements Contributor {
    static final String NAME = "rest";

    private static final List<DotName> BEANS =
            List.of(DotName.createSimple("jakarta.ejb.Stateless"), DotName.createSimple("jakarta.ejb.Singleton"));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "cdi", "ejb");
    }

    @Override
    public void inspect(Deployment deployment) throws DeploymentException {
        deployment.use("json");
    }

    /** Session beans in modules without CDI have contexts from us; CDI's are from RESTEasy's extension. */
    @Override
    public void prepare(Deployment deployment) {
        ClassLoader loader = deployment.classLoader();
        deployment.onUndeploy(() -> ClientProviders.forget(loader));
        boolean asks = deployment.index().getAnnotations(DotName.createSimple(Context.class.getName())).stream()
                .map(each -> each.target())
                .filter(target -> target != null && target.kind() == AnnotationTarget.Kind.FIELD)
                .anyMatch(target -> BEANS.stream().anyMatch(target.asField().declaringClass()::hasDeclaredAnnotation));
        if (asks && !hasCdi()) {
            deployment
                    .attachment(InjectionSources.class)
                    .ifPresent(sources -> sources.add(new ContextInjection(deployment.classLoader())));
        }
    }

    private static boolean hasCdi() {
        try {
            return CDI.current() != null;
        } catch (IllegalStateException none) {
            return false;
        }
    }

    @Override
    public void prepared(WholeApplication application) throws DeploymentException {
        List<Deployment> web = new ArrayList<>();
        List<Deployment> ofBeans = new ArrayList<>();
        for (Deployment module : application.modules()) {
            (module.kind().equals(ModuleKind.WEB) ? web : ofBeans).add(module);
        }
        for (Deployment module : web) {
            module.attach(RestBeans.class, beans(module, ofBeans, web.size() == 1));
        }
    }

    /** Returns the REST beans of a web module: its own, those of EJB modules in its class path, and those of all where it is alone. */
    private static RestBeans beans(Deployment web, List<Deployment> ofBeans, boolean alone) throws DeploymentException {
        List<SessionBean> visible = new ArrayList<>(sessionBeans(web));
        Set<Class<?>> served = new LinkedHashSet<>();
        visible.forEach(bean -> served.add(bean.beanClass()));
        Set<Class<?>> classes = new LinkedHashSet<>();
        Set<String> named = alone || ofBeans.isEmpty() ? Set.of() : classPath(web);
        for (Deployment module : ofBeans) {
            List<SessionBean> beans = sessionBeans(module);
            visible.addAll(beans);
            String file = module.archive().root().getFileName().toString();
            if (alone || named.contains(file) || named.contains(moduleName(module) + ".jar")) {
                beans.forEach(bean -> served.add(bean.beanClass()));
                classes.addAll(others(module, web.classLoader()));
            }
        }
        served.forEach(classes::remove);
        return new RestBeans(visible, served, classes);
    }

    private static String moduleName(Deployment module) {
        String name = module.name();
        return name.substring(name.indexOf('#') + 1);
    }

    private static List<SessionBean> sessionBeans(Deployment module) {
        return module.attachment(SessionBeans.class)
                .orElse(new SessionBeans(List.of()))
                .all();
    }

    private static Set<String> classPath(Deployment web) throws DeploymentException {
        Optional<java.nio.file.Path> file = web.archive().file("META-INF/MANIFEST.MF");
        if (file.isEmpty()) {
            return Set.of();
        }
        try (InputStream in = Files.newInputStream(file.get())) {
            String path = new Manifest(in).getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return path == null
                    ? Set.of()
                    : Set.copyOf(new LinkedHashSet<>(Arrays.stream(path.strip().split("\\s+"))
                            .map(name -> name.substring(name.lastIndexOf('/') + 1))
                            .toList()));
        } catch (IOException e) {
            throw new DeploymentException("the manifest of " + web.name() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Classes of REST in an EJB module: resources, providers and applications. */
    private static Set<Class<?>> others(Deployment module, ClassLoader loader) throws DeploymentException {
        IndexView index = module.index();
        Set<String> names = new TreeSet<>();
        Stream.of(Path.class, Provider.class, ApplicationPath.class)
                .flatMap(type -> index.getAnnotations(DotName.createSimple(type.getName())).stream())
                .filter(each -> each.target() != null && each.target().kind() == AnnotationTarget.Kind.CLASS)
                .forEach(each -> names.add(each.target().asClass().name().toString()));
        for (ClassInfo each : index.getAllKnownSubclasses(DotName.createSimple(Application.class.getName()))) {
            names.add(each.name().toString());
        }
        Set<Class<?>> classes = new LinkedHashSet<>();
        for (String name : names) {
            try {
                classes.add(Class.forName(name, false, loader));
            } catch (ClassNotFoundException | LinkageError e) {
                throw new DeploymentException(
                        "the class " + name + " of REST in " + module.name() + " cannot be loaded: " + e, e);
            }
        }
        return classes;
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        RestBeans beans = deployment.attachment(RestBeans.class).orElse(RestBeans.NONE);
        ComponentNames names = deployment.attachment(ComponentNames.class).orElse(null);
        if (names != null) {
            try {
                if (!beans.isEmpty()) {
                    names.bind(RestBeans.NAME, beans);
                }
                if (!hasCdi()) {
                    names.bind(ComponentFields.NAME, fields(deployment));
                }
            } catch (NamingException e) {
                throw new DeploymentException("the session beans of REST cannot be bound: " + e.getMessage(), e);
            }
        }
    }

    private static ComponentFields fields(Deployment deployment) {
        return new ComponentFields(
                deployment.attachment(ResourceInjection.class).orElseThrow(),
                deployment.attachment(LifecycleCallbacks.class).orElseThrow());
    }
}
