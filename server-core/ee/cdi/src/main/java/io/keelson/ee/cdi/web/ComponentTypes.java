package io.keelson.ee.cdi.web;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.logging.Logger;
import org.jboss.weld.manager.api.WeldManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows extensions the injection points of servlets, filters, listeners, tag handlers and endpoints, which are no beans: they may add
 * beans for their types. An injection target that an extension puts in the place of theirs is not used. One an application; confined to
 * the deploying thread.
 *
 * <p>Specification: CDI 4.1, 26.5.6 ProcessInjectionTarget event.
 */
public final class ComponentTypes implements Extension {
    private static final Logger LOG = Logger.getLogger(ComponentTypes.class);
    private static final DotName INJECT = DotName.createSimple("jakarta.inject.Inject");
    private static final List<DotName> ANNOTATIONS = names(
            "jakarta.servlet.annotation.WebServlet",
            "jakarta.servlet.annotation.WebFilter",
            "jakarta.servlet.annotation.WebListener",
            "jakarta.websocket.server.ServerEndpoint");
    private static final List<DotName> SUPERTYPES = names(
            "jakarta.servlet.http.HttpServlet",
            "jakarta.servlet.GenericServlet",
            "jakarta.servlet.Servlet",
            "jakarta.servlet.http.HttpFilter",
            "jakarta.servlet.GenericFilter",
            "jakarta.servlet.Filter",
            "jakarta.servlet.ServletContextListener",
            "jakarta.servlet.ServletRequestListener",
            "jakarta.servlet.http.HttpSessionListener");

    private final Set<Class<?>> components = new LinkedHashSet<>();

    private static List<DotName> names(String... names) {
        return List.of(names).stream().map(DotName::createSimple).toList();
    }

    /**
     * Adds the components of a module that have injection points, of their own or inherited. One that cannot be loaded is left to those who
     * need it.
     */
    public void add(Deployment module) throws DeploymentException {
        IndexView index = module.index();
        for (ClassInfo type : components(index, TagHandlers.of(module))) {
            if (!type.isAbstract() && isInjected(index, type)) {
                add(type.name().toString(), module.classLoader());
            }
        }
    }

    private static Set<ClassInfo> components(IndexView index, Set<String> handlers) {
        Set<ClassInfo> found = new LinkedHashSet<>();
        for (DotName annotation : ANNOTATIONS) {
            for (AnnotationInstance each : index.getAnnotations(annotation)) {
                AnnotationTarget target = each.target();
                if (target != null && target.kind() == AnnotationTarget.Kind.CLASS) {
                    found.add(target.asClass());
                }
            }
        }
        for (DotName above : SUPERTYPES) {
            found.addAll(index.getAllKnownSubclasses(above));
            found.addAll(index.getAllKnownImplementations(above));
        }
        for (String handler : handlers) {
            ClassInfo type = index.getClassByName(DotName.createSimple(handler));
            if (type != null) {
                found.add(type);
            }
        }
        return found;
    }

    private static boolean isInjected(IndexView index, ClassInfo type) {
        for (ClassInfo at = type; at != null; at = above(index, at)) {
            if (at.annotationsMap().containsKey(INJECT)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable ClassInfo above(IndexView index, ClassInfo type) {
        DotName above = type.superName();
        return above == null ? null : index.getClassByName(above);
    }

    private void add(String name, ClassLoader loader) {
        try {
            components.add(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            LOG.debugf(e, "the component %s cannot be loaded; the web container says so when it needs it", name);
        }
    }

    void bean(@Observes ProcessManagedBean<?> event) {
        components.remove(event.getAnnotatedBeanClass().getJavaClass());
    }

    void show(@Observes @Priority(1) AfterBeanDiscovery event, BeanManager beans) {
        if (beans instanceof WeldManager manager) {
            new ArrayList<Class<?>>(components).forEach(type -> show(event, manager, type));
        }
        components.clear();
    }

    /** The type as extensions have made it, where its archive has shown it to them. */
    private static <T> void show(AfterBeanDiscovery event, WeldManager manager, Class<T> type) {
        Iterator<AnnotatedType<T>> processed = event.getAnnotatedTypes(type).iterator();
        manager.fireProcessInjectionTarget(processed.hasNext() ? processed.next() : manager.createAnnotatedType(type));
    }
}
