package io.keelson.ee.cdi.web;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import java.util.ArrayList;
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
 * Shows extensions the injection points of servlets, filters, listeners and endpoints, which are no beans: they may add beans for their types. An injection
 * target that an extension puts in the place of theirs is not used. One an application; confined to the deploying thread.
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

    /** Adds the components of a module that have injection points. One that cannot be loaded is left to those who need it. */
    public void add(IndexView index, ClassLoader loader) {
        for (AnnotationInstance inject : index.getAnnotations(INJECT)) {
            ClassInfo type = owner(inject.target());
            if (type != null && isComponent(index, type)) {
                add(type.name().toString(), loader);
            }
        }
    }

    private void add(String name, ClassLoader loader) {
        try {
            components.add(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            LOG.debugf(e, "the component %s cannot be loaded; the web container says so when it needs it", name);
        }
    }

    private static @Nullable ClassInfo owner(@Nullable AnnotationTarget target) {
        if (target == null) {
            return null;
        }
        return switch (target.kind()) {
            case FIELD -> target.asField().declaringClass();
            case METHOD -> target.asMethod().declaringClass();
            case CLASS, METHOD_PARAMETER, TYPE, RECORD_COMPONENT -> null;
        };
    }

    private static boolean isComponent(IndexView index, ClassInfo type) {
        return ANNOTATIONS.stream().anyMatch(type::hasDeclaredAnnotation)
                || SUPERTYPES.stream()
                        .anyMatch(name -> index.getAllKnownSubclasses(name).contains(type)
                                || index.getAllKnownImplementations(name).contains(type));
    }

    void bean(@Observes ProcessManagedBean<?> event) {
        components.remove(event.getAnnotatedBeanClass().getJavaClass());
    }

    void show(@Observes @Priority(1) AfterBeanDiscovery event, BeanManager beans) {
        if (beans instanceof WeldManager manager) {
            new ArrayList<Class<?>>(components).forEach(type -> show(manager, type));
        }
        components.clear();
    }

    private static <T> void show(WeldManager manager, Class<T> type) {
        AnnotatedType<T> annotated = manager.createAnnotatedType(type);
        manager.fireProcessInjectionTarget(annotated);
    }
}
