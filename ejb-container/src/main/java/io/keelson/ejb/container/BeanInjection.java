package io.keelson.ejb.container;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceReference;
import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.InjectionPoint;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import jakarta.ejb.EJB;
import java.lang.annotation.Annotation;
import java.util.Optional;
import java.util.Set;
import javax.naming.NamingException;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code @EJB}, {@code ejb-ref} and {@code ejb-local-ref} of one module with the beans of its application. Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.5 Enterprise Beans References.
 */
public final class BeanInjection implements InjectionSource {
    private final BeanModule module;
    private final ApplicationBeans beans;

    /** Makes it for a module of an application with these beans. */
    public BeanInjection(BeanModule module, ApplicationBeans beans) {
        this.module = module;
        this.beans = beans;
    }

    @Override
    public Set<Class<? extends Annotation>> annotations() {
        return Set.of(EJB.class);
    }

    @Override
    public Set<ResourceKind> references() {
        return Set.of(ResourceKind.EJB_REF, ResourceKind.EJB_LOCAL_REF);
    }

    @Override
    public InjectedValue resolve(InjectionRequest request) throws NamingException {
        if (request instanceof InjectionRequest.Annotated annotated) {
            return annotated((EJB) annotated.annotation(), annotated);
        }
        return declared((InjectionRequest.Declared) request);
    }

    /** The view is in the annotation, or at the end of a portable name (4.4.1). */
    @Override
    public Optional<Class<?>> offered(InjectionRequest.Annotated request) {
        EJB wanted = (EJB) request.annotation();
        if (wanted.lookup().isEmpty()) {
            return wanted.beanInterface() == Object.class ? Optional.empty() : Optional.of(wanted.beanInterface());
        }
        int view = wanted.lookup().indexOf('!');
        if (view < 0 || !wanted.lookup().startsWith("java:")) {
            return Optional.empty();
        }
        try {
            return Optional.of(loaded(wanted.lookup().substring(view + 1), request.place()));
        } catch (NamingException e) {
            return Optional.empty(); // a view of another application, maybe
        }
    }

    private InjectedValue annotated(EJB wanted, InjectionRequest.Annotated request) throws NamingException {
        String named = !wanted.lookup().isEmpty() ? wanted.lookup() : wanted.mappedName();
        if (!named.isEmpty()) {
            return () -> lookup(named, request.place());
        }
        Class<?> view = wanted.beanInterface() == Object.class ? request.point().type() : wanted.beanInterface();
        return value(wanted.beanName(), view == Object.class ? null : view, request.place(), request.point());
    }

    private InjectedValue declared(InjectionRequest.Declared request) throws NamingException {
        ResourceReference reference = request.reference();
        String link = reference.details().getOrDefault("ejb-link", "");
        String type = reference.type();
        String home =
                reference.details().getOrDefault("home", reference.details().get("local-home"));
        String wanted = home == null ? type : home;
        if (link.isEmpty()) {
            link = annotatedLink(reference.name());
        }
        return value(link, wanted == null ? null : loaded(wanted, request.place()), request.place(), null);
    }

    /** The bean that the annotation of the same name means: what a descriptor leaves out stands there (5.2.5). */
    private String annotatedLink(String name) {
        for (AnnotationInstance each : module.deployment().index().getAnnotations(DotName.createSimple(EJB.class))) {
            AnnotationValue own = each.value("name");
            AnnotationValue bean = each.value("beanName");
            String declared = own == null || own.asString().isEmpty() ? memberName(each.target()) : own.asString();
            if (bean != null && name.equals(declared)) {
                return bean.asString();
            }
        }
        return "";
    }

    private static @Nullable String memberName(@Nullable AnnotationTarget target) {
        if (target == null || target.kind() != AnnotationTarget.Kind.FIELD) {
            return null;
        }
        return target.asField().declaringClass().name() + "/" + target.asField().name();
    }

    private Class<?> loaded(String name, String place) throws NamingException {
        try {
            return Class.forName(name, false, module.loader());
        } catch (ClassNotFoundException | LinkageError e) {
            NamingException missing = new NamingException(place + ": the class " + name + " cannot be loaded: " + e);
            missing.initCause(e);
            throw missing;
        }
    }

    /**
     * A reference to a bean of the application.
     *
     * @param name of the bean; empty: the one with the view
     * @param view null: the only one that it has
     * @param point the place that gets it; null: a name
     */
    private InjectedValue value(String name, @Nullable Class<?> view, String place, @Nullable InjectionPoint point)
            throws NamingException {
        if (name.isEmpty() && view == null) {
            throw new NamingException(place
                    + " says neither which bean nor which view is meant; give it a beanInterface, beanName or lookup");
        }
        DeployedBean bean = name.isEmpty() && view != null
                ? beans.viewed(module.deployment(), view, place)
                : beans.named(module.deployment(), name, place);
        Class<?> shown = view != null ? view : onlyView(bean, place);
        Class<?> meant = bean.viewMeant(shown);
        if (meant == null) {
            throw new NamingException(place + ": the bean " + bean.name() + " has no view " + shown.getName()
                    + "; it has " + bean.model().views().all(bean.model().beanClass()));
        }
        return () -> point != null && shown == meant && RestoredFields.contains(point)
                ? bean.placeholder(meant)
                : bean.referenceAs(shown, meant);
    }

    private static Class<?> onlyView(DeployedBean bean, String place) throws NamingException {
        var views = bean.model().views().all(bean.model().beanClass());
        if (views.size() != 1) {
            throw new NamingException(
                    place + ": the bean " + bean.name() + " has several views: " + views + "; say which is meant");
        }
        return views.get(0);
    }

    private Object lookup(String name, String place) throws NamingException {
        try {
            return module.initialContext().lookup(name);
        } catch (NamingException e) {
            NamingException missing = new javax.naming.NameNotFoundException(
                    place + ": '" + name + "' leads to nothing: " + e.getMessage());
            missing.setRootCause(e);
            throw missing;
        }
    }
}
