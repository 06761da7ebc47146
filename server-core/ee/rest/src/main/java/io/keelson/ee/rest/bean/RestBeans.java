package io.keelson.ee.rest.bean;

import io.keelson.component.spi.SessionBean;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The session beans that a web module serves as resources and providers, and the other classes of REST in EJB modules that belong to it.
 * Immutable.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2.4 Enterprise Java Beans.
 */
public final class RestBeans {
    /** The name by which the web module's components of this part find it. */
    public static final String NAME = "java:comp/keelson.rest";

    /** A web module without session beans. */
    public static final RestBeans NONE = new RestBeans(List.of(), Set.of(), Set.of());

    private final Map<Class<?>, RestBean> beans = new LinkedHashMap<>();
    private final Set<Class<?>> served;
    private final Set<Class<?>> classes;

    /**
     * Makes it for a web module.
     *
     * @param visible the session beans of the application; the first of a class counts
     * @param served the classes of those that the module serves although no application of REST names them
     * @param classes classes of REST that are no beans and come from EJB modules
     */
    public RestBeans(List<? extends SessionBean> visible, Set<Class<?>> served, Set<Class<?>> classes) {
        for (SessionBean bean : visible) {
            if (bean.kind() != SessionBean.Kind.STATEFUL && !bean.localViews().isEmpty()) {
                beans.putIfAbsent(bean.beanClass(), RestBean.of(bean));
            }
        }
        this.served = Set.copyOf(served);
        this.classes = Set.copyOf(classes);
    }

    /** Returns the beans of the web module that starts or works on this thread. */
    public static RestBeans current() {
        try {
            return new InitialContext().lookup(NAME) instanceof RestBeans there ? there : NONE;
        } catch (NamingException none) {
            return NONE;
        }
    }

    /** Returns true if there is no session bean and no class. */
    public boolean isEmpty() {
        return beans.isEmpty() && classes.isEmpty();
    }

    /** Returns the bean of a class; null where it is none. */
    @Nullable
    RestBean of(Class<?> type) {
        return beans.get(type);
    }

    /** Returns the classes of beans that are resources. */
    public List<Class<?>> resources() {
        return annotated(Path.class);
    }

    /** Returns the classes of beans that are providers. */
    public List<Class<?>> providers() {
        return annotated(Provider.class);
    }

    /** Returns the other classes of REST from EJB modules. */
    public Set<Class<?>> classes() {
        return classes;
    }

    private List<Class<?>> annotated(Class<? extends Annotation> annotation) {
        List<Class<?>> found = new ArrayList<>();
        beans.forEach((type, bean) -> {
            if (served.contains(type)
                    && (type.isAnnotationPresent(annotation) || bean.view().isAnnotationPresent(annotation))) {
                found.add(type);
            }
        });
        return found;
    }

    /**
     * A session bean with the view by which it is called.
     *
     * @param view the bean class, or the local interface that carries the annotations
     */
    record RestBean(SessionBean bean, Class<?> view) {
        static RestBean of(SessionBean bean) {
            List<Class<?>> views = bean.localViews();
            Class<?> view = views.contains(bean.beanClass())
                    ? bean.beanClass()
                    : views.stream().filter(RestBean::isAnnotated).findFirst().orElse(views.get(0));
            return new RestBean(bean, view);
        }

        private static boolean isAnnotated(Class<?> view) {
            return view.isAnnotationPresent(Path.class) || view.isAnnotationPresent(Provider.class);
        }

        Object reference() {
            return bean.object().reference(view);
        }
    }
}
