package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.BeanRules;
import io.keelson.ejb.model.EntityModel;
import io.keelson.ejb.model.EntityModel.Meaning;
import io.keelson.ejb.model.EntityModel.Operation;
import io.keelson.ejb.model.EntitySettings;
import io.keelson.ejb.model.Patience;
import io.keelson.ejb.model.Views;
import io.keelson.ejb.schema.EntitySchema;
import jakarta.ejb.TimedObject;
import jakarta.ejb.Timer;
import jakarta.ejb.TransactionAttributeType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an entity bean from its element {@code entity} and its classes, and notes the rules that it breaks. Confined to the deploying
 * thread.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.6, 12.2, 14.1 and chapter 22.
 */
final class EntityReader {
    private final Element element;
    private final Class<?> bean;
    private final List<Views.Home> homes;
    private final EntityRules checks;
    private final List<BeanMethod> methods = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();
    private final @Nullable EntitySchema schema;
    private boolean container;

    EntityReader(
            Element element, Class<?> bean, List<Views.Home> homes, BeanRules rules, @Nullable EntitySchema schema) {
        this.schema = schema;
        this.element = element;
        this.bean = bean;
        this.homes = homes;
        this.checks = new EntityRules(element, bean, rules);
    }

    /**
     * Reads the bean.
     *
     * @param key the class of its primary keys
     */
    BeanModel read(String name, Class<?> key, EntitySettings settings, ApplicationExceptions exceptions)
            throws DeploymentException {
        container = persistence();
        boolean reentrant = reentrant();
        checks.beanClass(container, schema != null && schema.publicFields());
        checks.key(key);
        if (homes.isEmpty()) {
            checks.broken("12.2.1", "has neither a remote nor a local home interface");
        }
        for (Views.Home each : homes) {
            checks.home(each);
            checks.finder(each, key);
            home(each, key);
            component(each);
        }
        BeanMethod timeout = timeout();
        return new BeanModel(
                name,
                BeanKind.ENTITY,
                bean,
                new Views(false, List.of(), List.of(), homes),
                false,
                false,
                methods,
                exceptions,
                new BeanModel.Security(null, Set.of()),
                BeanModel.Singleton.NONE,
                BeanModel.Stateful.NONE,
                timeout == null ? BeanModel.Timers.NONE : new BeanModel.Timers(timeout, List.of()),
                new EntityModel(key, reentrant, container, operations, settings, schema));
    }

    /** An entity bean has timers by the interface TimedObject only (Enterprise JavaBeans 2.1, 22.2). */
    private @Nullable BeanMethod timeout() {
        Method method = TimedObject.class.isAssignableFrom(bean) ? find("ejbTimeout", Timer.class) : null;
        if (method == null || !checks.callable("22.2.2", method)) {
            return null;
        }
        add(Meaning.TIMEOUT, method, method, null, false);
        return methods.get(methods.size() - 1);
    }

    private boolean persistence() throws DeploymentException {
        Element type = element.first("persistence-type");
        if (type == null) {
            throw element.wrong("expected a <persistence-type> with Bean or Container");
        }
        return switch (type.text().toLowerCase(Locale.ROOT)) {
            case "bean" -> false;
            case "container" -> {
                checkVersion(element);
                yield true;
            }
            default -> throw type.wrong("is '" + type.text() + "'; expected Bean or Container");
        };
    }

    /** Refuses a version of persistence that there is not. */
    static void checkVersion(Element entity) throws DeploymentException {
        String version = entity.textOf("cmp-version");
        if (version != null && !version.matches("[12](\\..*)?")) {
            throw entity.wrong("has the cmp-version '" + version + "'; expected 1.x or 2.x");
        }
    }

    private boolean reentrant() throws DeploymentException {
        Element reentrant = element.first("reentrant");
        if (reentrant == null) {
            throw element.wrong("expected a <reentrant> with True or False");
        }
        return reentrant.bool();
    }

    private static List<Method> shown(Class<?> view) {
        List<Method> shown = new ArrayList<>();
        for (Method each : view.getMethods()) {
            if (!Modifier.isStatic(each.getModifiers())) {
                shown.add(each);
            }
        }
        shown.sort(Comparator.comparing(Method::toString)); // the same number on each server
        return shown;
    }

    private static boolean ofPlatform(Method method) {
        return method.getDeclaringClass().getName().startsWith("jakarta.ejb.");
    }

    private void add(Meaning meaning, Method shown, @Nullable Method target, @Nullable Method post, boolean several) {
        methods.add(new BeanMethod(
                methods.size(),
                shown,
                TransactionAttributeType.REQUIRED,
                AccessRule.OPEN,
                true,
                Patience.UNLIMITED,
                false,
                null));
        operations.add(new Operation(meaning, shown, target, post, several));
    }

    private void component(Views.Home view) {
        for (Method each : shown(view.component())) {
            if (ofPlatform(each)) {
                if (each.getName().equals("remove")) {
                    add(Meaning.REMOVE, each, null, null, false);
                }
                continue;
            }
            checks.exceptions(view, each, null);
            Method target = find(each.getName(), each.getParameterTypes());
            if (each.getName().startsWith("ejb")) {
                checks.broken("12.2.8", each, "the name of a business method must not begin with 'ejb'");
            } else if (target == null) {
                checks.broken(
                        "12.2.8", each, "the bean class has no public method with that name and these parameters");
            } else if (target.getReturnType() != each.getReturnType()) {
                checks.broken(
                        "12.2.8",
                        each,
                        "the method of the bean class returns "
                                + target.getReturnType().getName());
            } else if (checks.callable("12.2.6", target)) {
                add(Meaning.BUSINESS, each, target, null, false);
            }
        }
    }

    private @Nullable Method find(String name, Class<?>... parameters) {
        try {
            return bean.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private void home(Views.Home view, Class<?> key) {
        for (Method each : shown(view.home())) {
            String name = each.getName();
            if (ofPlatform(each)) {
                if (name.equals("remove")) {
                    add(Meaning.REMOVE, each, null, null, false);
                }
            } else if (name.startsWith("create")) {
                creator(view, each, key);
            } else if (name.startsWith("find")) {
                finder(view, each, key);
            } else {
                homeMethod(view, each);
            }
        }
    }

    private static String capital(String prefix, String name) {
        return prefix + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private void creator(Views.Home view, Method shown, Class<?> key) {
        checks.exceptions(view, shown, jakarta.ejb.CreateException.class);
        if (shown.getReturnType() != view.component()) {
            checks.broken(
                    "12.2.9",
                    shown,
                    "a create method returns " + view.component().getName());
        }
        Method create = find(capital("ejb", shown.getName()), shown.getParameterTypes());
        Method post = find(capital("ejbPost", shown.getName()), shown.getParameterTypes());
        if (create == null) {
            checks.broken("12.2.9", shown, "the bean class has no " + capital("ejb", shown.getName()) + " for it");
        } else if (create.getReturnType() != key) {
            checks.broken(
                    "12.2.3",
                    create,
                    "returns " + create.getReturnType().getName() + "; expected the primary key, " + key.getName());
        } else {
            checks.callable("12.2.3", create);
        }
        if (post == null) {
            checks.broken("12.2.9", shown, "the bean class has no " + capital("ejbPost", shown.getName()) + " for it");
        } else if (post.getReturnType() != void.class) {
            checks.broken("12.2.4", post, "must return void");
        } else {
            checks.callable("12.2.4", post);
        }
        add(Meaning.CREATE, shown, create, post, false);
    }

    private void finder(Views.Home view, Method shown, Class<?> key) {
        checks.exceptions(view, shown, jakarta.ejb.FinderException.class);
        Class<?> returned = shown.getReturnType();
        boolean several = returned == Collection.class || returned == Enumeration.class;
        if (!several && returned != view.component()) {
            checks.broken(
                    "12.2.9", shown, "a finder returns " + view.component().getName() + " or java.util.Collection");
        }
        Method target = null;
        if (!container) {
            target = find(capital("ejb", shown.getName()), shown.getParameterTypes());
            if (target == null) {
                checks.broken("12.2.5", shown, "the bean class has no " + capital("ejb", shown.getName()) + " for it");
            } else if (target.getReturnType() != (several ? returned : key)) {
                checks.broken(
                        "12.2.5",
                        target,
                        "returns " + target.getReturnType().getName() + "; expected "
                                + (several ? returned : key).getName());
            } else {
                checks.callable("12.2.5", target);
            }
        }
        add(Meaning.FIND, shown, target, null, several);
    }

    private void homeMethod(Views.Home view, Method shown) {
        checks.exceptions(view, shown, null);
        Method target = find(capital("ejbHome", shown.getName()), shown.getParameterTypes());
        if (target == null) {
            checks.broken("12.2.7", shown, "the bean class has no " + capital("ejbHome", shown.getName()) + " for it");
        } else if (target.getReturnType() != shown.getReturnType()) {
            checks.broken("12.2.7", target, "returns another type than " + shown);
        } else {
            checks.callable("12.2.7", target);
            add(Meaning.HOME, shown, target, null, false);
        }
    }
}
