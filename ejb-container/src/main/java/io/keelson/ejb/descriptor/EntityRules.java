package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.ejb.model.BeanRules;
import io.keelson.ejb.model.Views;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.EJBObject;
import jakarta.ejb.EntityBean;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.rmi.RemoteException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the specification for the classes of an entity bean. Findings name the line of the element {@code entity}.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.6 and 12.2.
 */
final class EntityRules {
    private final Element element;
    private final Class<?> bean;
    private final BeanRules rules;

    EntityRules(Element element, Class<?> bean, BeanRules rules) {
        this.element = element;
        this.bean = bean;
        this.rules = rules;
    }

    void broken(String section, String message) {
        rules.brokenByEntity(section, element.location() + ": <entity>: " + bean.getName(), message);
    }

    void broken(String section, Method method, String message) {
        String place = method.getDeclaringClass().getName() + "." + method.getName();
        rules.brokenByEntity(section, element.location() + ": <entity>: " + place, message);
    }

    /**
     * Checks the bean class.
     *
     * @param fields true if its container-managed fields are fields of the class, as version 1.x has them
     */
    void beanClass(boolean container, boolean fields) {
        String section = fields ? "14.1.8" : container ? "10.6.2" : "12.2.2";
        int modifiers = bean.getModifiers();
        if (!EntityBean.class.isAssignableFrom(bean)) {
            broken(section, "must implement jakarta.ejb.EntityBean");
        }
        if (!Modifier.isPublic(modifiers)) {
            broken(section, "must be public");
        }
        if (Modifier.isFinal(modifiers)) {
            broken(section, "must not be final");
        }
        if (Modifier.isAbstract(modifiers) && fields) {
            broken(section, "must not be abstract with container-managed persistence of version 1.x");
        } else if (Modifier.isAbstract(modifiers) && !container) {
            broken(section, "must not be abstract with bean-managed persistence");
        }
        if (!Modifier.isAbstract(modifiers) && container && !fields) {
            broken(section, "must be abstract with container-managed persistence");
        }
        if (bean.isMemberClass() && !Modifier.isStatic(modifiers)) {
            broken(section, "must be a top-level class or a static member");
        }
        constructor(section);
        if (Arrays.stream(bean.getDeclaredMethods())
                .anyMatch(each -> each.getName().equals("finalize") && each.getParameterCount() == 0)) {
            broken(section, "must not define finalize()");
        }
    }

    private void constructor(String section) {
        try {
            if (!Modifier.isPublic(bean.getDeclaredConstructor().getModifiers())) {
                broken(section, "must have a public constructor without parameters");
            }
        } catch (NoSuchMethodException e) {
            broken(section, "must have a public constructor without parameters");
        }
    }

    void key(Class<?> key) {
        if (key == Object.class) {
            return;
        }
        if (key.isPrimitive() || key.isArray()) {
            broken("12.2.12", "has primary keys of the type " + key.getName() + "; expected a class");
            return;
        }
        if (!Serializable.class.isAssignableFrom(key)) {
            broken("12.2.12", "has primary keys of " + key.getName() + ", which is not serializable");
        }
        if (!key.isInterface() && !defines(key, "equals", Object.class) | !defines(key, "hashCode")) {
            broken("12.2.12", "has primary keys of " + key.getName() + ", which must define equals and hashCode");
        }
    }

    private static boolean defines(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    void home(Views.Home view) {
        Class<?> home = view.remote() ? EJBHome.class : EJBLocalHome.class;
        Class<?> object = view.remote() ? EJBObject.class : EJBLocalObject.class;
        if (!home.isAssignableFrom(view.home()) || !view.home().isInterface()) {
            broken("12.2.9", view.home().getName() + " must be an interface that extends " + home.getName());
        }
        if (!object.isAssignableFrom(view.component()) || !view.component().isInterface()) {
            broken("12.2.8", view.component().getName() + " must be an interface that extends " + object.getName());
        }
    }

    /** Every home has a finder by primary key. */
    void finder(Views.Home view, Class<?> key) {
        try {
            Method finder = view.home().getMethod("findByPrimaryKey", key);
            if (finder.getReturnType() != view.component()) {
                broken("12.2.9", finder, "must return " + view.component().getName());
            }
        } catch (NoSuchMethodException e) {
            broken("12.2.9", view.home().getName() + " must have a method findByPrimaryKey(" + key.getName() + ")");
        }
    }

    /**
     * Checks the exceptions of a method of a view.
     *
     * @param needed the exception that it must declare; null: none
     */
    void exceptions(Views.Home view, Method shown, @Nullable Class<?> needed) {
        boolean remote = declares(shown, RemoteException.class);
        String section = needed == null ? "12.2.8" : "12.2.9";
        if (view.remote() && !remote) {
            broken(section, shown, "must declare java.rmi.RemoteException");
        }
        if (!view.remote() && remote) {
            broken(section, shown, "must not declare java.rmi.RemoteException: it is of a local interface");
        }
        if (needed != null && !declares(shown, needed)) {
            broken(section, shown, "must declare " + needed.getName());
        }
    }

    private static boolean declares(Method method, Class<?> exception) {
        return Arrays.stream(method.getExceptionTypes()).anyMatch(each -> each.isAssignableFrom(exception));
    }

    /** Returns true if a method of the bean class is one that the container may call. */
    boolean callable(String section, Method method) {
        int modifiers = method.getModifiers();
        if (Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
            broken(section, method, "must be neither static nor final");
            return false;
        }
        return true;
    }
}
