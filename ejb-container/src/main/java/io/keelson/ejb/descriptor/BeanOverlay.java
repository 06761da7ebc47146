package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.Durations;
import io.keelson.ejb.model.Patience;
import io.keelson.ejb.schedule.ScheduleText;
import jakarta.ejb.TransactionAttributeType;
import java.lang.reflect.Method;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lays the descriptor over what annotations say of a bean. What the descriptor names precisely goes before what it names by a pattern.
 * Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 14.2.
 */
public final class BeanOverlay {
    private final @Nullable BeanDeclaration declaration;
    private final BeanModel annotated;
    private final MethodRules assembled;

    private BeanOverlay(EjbJar descriptor, BeanModel annotated) {
        this.annotated = annotated;
        this.assembled = new MethodRules(descriptor, annotated);
        this.declaration = descriptor.beans().get(annotated.name());
    }

    /** Returns the bean as annotations and descriptor describe it together. */
    public static BeanModel apply(EjbJar descriptor, BeanModel annotated) throws DeploymentException {
        return descriptor.equals(EjbJar.NONE) ? annotated : new BeanOverlay(descriptor, annotated).model();
    }

    private BeanModel model() throws DeploymentException {
        assembled.check();
        List<BeanMethod> methods = new ArrayList<>();
        for (BeanMethod each : annotated.methods()) {
            methods.add(method(each));
        }
        return new BeanModel(
                annotated.name(),
                annotated.kind(),
                annotated.beanClass(),
                annotated.views(),
                choice("transaction-type", "Bean", "Container", annotated.beanManagedTransactions()),
                choice("concurrency-management-type", "Bean", "Container", annotated.beanManagedConcurrency()),
                methods,
                annotated.exceptions(),
                security(),
                singleton(),
                stateful(),
                timers(methods),
                annotated.entity());
    }

    private @Nullable Element element(String child) {
        return declaration == null ? null : declaration.element().first(child);
    }

    private List<Element> elements(String child) {
        return declaration == null ? List.of() : declaration.element().all(child);
    }

    private boolean choice(String child, String yes, String no, boolean otherwise) throws DeploymentException {
        Element element = element(child);
        if (element == null) {
            return otherwise;
        }
        if (element.text().equalsIgnoreCase(yes)) {
            return true;
        }
        if (element.text().equalsIgnoreCase(no)) {
            return false;
        }
        throw element.wrong("is '" + element.text() + "'; expected " + yes + " or " + no);
    }

    // ---- methods ---------------------------------------------------------------------------------------------------

    private BeanMethod method(BeanMethod of) throws DeploymentException {
        Method method = of.method();
        Element concurrent = best(elements("concurrent-method"), method, "method");
        Element removes = best(elements("remove-method"), method, "bean-method");
        BeanMethod.Rules rules = assembled.rules(of);
        return new BeanMethod(
                of.index(),
                method,
                rules.transaction(),
                rules.access(),
                writes(of, concurrent),
                concurrent == null ? of.patience() : patience(concurrent, of.patience()),
                of.asynchronous() || best(elements("async-method"), method, null) != null,
                removes == null ? of.remove() : removes(removes, of.remove()),
                assembled.byInterface(of, rules));
    }

    /** Returns the rule of an element; the annotation says what that leaves out. */
    private static BeanMethod.Remove removes(Element element, BeanMethod.@Nullable Remove annotated)
            throws DeploymentException {
        boolean retains = annotated != null && annotated.retainIfException();
        return new BeanMethod.Remove(flag(element, "retain-if-exception", retains));
    }

    /** The element that names the method most precisely; null: none does. */
    private static @Nullable Element best(List<Element> elements, Method method, @Nullable String child)
            throws DeploymentException {
        Element found = null;
        int best = 0;
        for (Element each : elements) {
            Element named = child == null ? each : each.first(child);
            int names = named == null ? 0 : MethodPattern.of(named).names(method);
            if (names > best) {
                best = names;
                found = each;
            }
        }
        return found;
    }

    private static boolean writes(BeanMethod of, @Nullable Element concurrent) throws DeploymentException {
        String lock = concurrent == null ? null : concurrent.textOf("lock");
        if (concurrent == null || lock == null) {
            return of.writes();
        }
        return switch (lock.toLowerCase(Locale.ROOT)) {
            case "read" -> false;
            case "write" -> true;
            default -> throw concurrent.wrong("has the lock '" + lock + "'; expected Read or Write");
        };
    }

    private static Patience patience(Element concurrent, Patience otherwise) throws DeploymentException {
        Element timeout = concurrent.first("access-timeout");
        if (timeout == null) {
            return otherwise;
        }
        try {
            return Patience.of(number(timeout), unit(timeout));
        } catch (IllegalArgumentException e) {
            throw timeout.wrong(String.valueOf(e.getMessage()));
        }
    }

    private static long number(Element timeout) throws DeploymentException {
        Element value = timeout.first("timeout");
        if (value == null) {
            throw timeout.wrong("expected a <timeout> with a whole number");
        }
        return value.longInteger();
    }

    private static TimeUnit unit(Element timeout) throws DeploymentException {
        Element unit = timeout.first("unit");
        return unit == null ? TimeUnit.MINUTES : unit.constant(TimeUnit.class);
    }

    private static boolean flag(Element element, String child, boolean otherwise) throws DeploymentException {
        Element flag = element.first(child);
        return flag == null ? otherwise : flag.bool();
    }

    // ---- the bean as a whole ---------------------------------------------------------------------------------------

    private BeanModel.Security security() throws DeploymentException {
        String runAs = annotated.security().runAs();
        Element identity = element("security-identity");
        if (identity != null) {
            Element as = identity.first("run-as");
            runAs = as == null ? null : as.requiredTextOf("role-name");
        }
        Set<String> declared = new LinkedHashSet<>(annotated.security().declared());
        Map<String, String> links = new LinkedHashMap<>(annotated.security().links());
        for (Element each : elements("security-role-ref")) {
            String name = each.requiredTextOf("role-name");
            String link = each.textOf("role-link");
            declared.add(name);
            if (link != null) {
                links.put(name, link);
            }
        }
        return new BeanModel.Security(
                runAs, declared, links, annotated.security().runAsUser());
    }

    private BeanModel.Singleton singleton() throws DeploymentException {
        if (annotated.kind() != BeanKind.SINGLETON) {
            return annotated.singleton();
        }
        Element startup = element("init-on-startup");
        Element depends = element("depends-on");
        return new BeanModel.Singleton(
                startup == null ? annotated.singleton().startup() : startup.bool(),
                depends == null ? annotated.singleton().dependsOn() : depends.textsOf("ejb-name"));
    }

    private BeanModel.Stateful stateful() throws DeploymentException {
        if (annotated.kind() != BeanKind.STATEFUL) {
            return annotated.stateful();
        }
        BeanModel.Stateful own = annotated.stateful();
        Element timeout = element("stateful-timeout");
        Element capable = element("passivation-capable");
        boolean passivates = capable == null ? own.passivates() : capable.bool();
        return new BeanModel.Stateful(
                timeout == null ? own.timeout() : Durations.of(number(timeout), unit(timeout)),
                passivates,
                passivates,
                own.cache(),
                callback("after-begin-method", own.afterBegin()),
                callback("before-completion-method", own.beforeCompletion()),
                callback("after-completion-method", own.afterCompletion(), boolean.class));
    }

    private @Nullable Method callback(String child, @Nullable Method otherwise, Class<?>... parameters)
            throws DeploymentException {
        Element element = element(child);
        return element == null ? otherwise : find(element, element.requiredTextOf("method-name"), parameters);
    }

    private Method find(Element element, String name, Class<?>... parameters) throws DeploymentException {
        Method found = Methods.find(annotated.beanClass(), name, parameters);
        if (found == null) {
            throw element.wrong("names the method '" + name + "', which "
                    + annotated.beanClass().getName() + " does not have with these parameters");
        }
        return found;
    }

    // ---- timers ----------------------------------------------------------------------------------------------------

    private BeanModel.Timers timers(List<BeanMethod> methods) throws DeploymentException {
        BeanMethod timeout = annotated.timers().timeout();
        Element declared = element("timeout-method");
        if (declared != null) {
            timeout = timed(declared, methods);
        } else if (timeout != null) {
            timeout = methods.get(timeout.index());
        }
        List<BeanModel.Automatic> automatic = new ArrayList<>();
        Set<Method> replaced = new LinkedHashSet<>();
        for (Element each : elements("timer")) {
            Element method = each.first("timeout-method");
            if (method == null) {
                throw each.wrong("expected a <timeout-method>");
            }
            BeanMethod due = timed(method, methods);
            replaced.add(due.method());
            String info = each.textOf("info");
            automatic.add(new BeanModel.Automatic(due, schedule(each), info, flag(each, "persistent", true)));
        }
        for (BeanModel.Automatic each : annotated.timers().automatic()) {
            if (!replaced.contains(each.method().method())) {
                automatic.add(new BeanModel.Automatic(
                        methods.get(each.method().index()), each.schedule(), each.info(), each.persistent()));
            }
        }
        return new BeanModel.Timers(timeout, automatic);
    }

    /** The method for timers, which is added to the methods where it is none of them yet. */
    private BeanMethod timed(Element element, List<BeanMethod> methods) throws DeploymentException {
        String name = element.requiredTextOf("method-name");
        // Empty method-params mean the method without parameters; without them it is either, that with the timer first.
        Element parameters = element.first("method-params");
        boolean none = parameters != null && parameters.all("method-param").isEmpty();
        Method method = none ? null : Methods.find(annotated.beanClass(), name, jakarta.ejb.Timer.class);
        Method found = method == null ? find(element, name) : method;
        for (BeanMethod each : methods) {
            if (each.method().equals(found)) {
                return each;
            }
        }
        BeanMethod added = method(new BeanMethod(
                methods.size(),
                found,
                TransactionAttributeType.REQUIRED,
                AccessRule.OPEN,
                true,
                Patience.UNLIMITED,
                false,
                null));
        methods.add(added);
        return added;
    }

    private static ScheduleText schedule(Element timer) throws DeploymentException {
        Element schedule = timer.first("schedule");
        if (schedule == null) {
            throw timer.wrong("expected a <schedule>");
        }
        String zone = timer.textOf("timezone");
        return new ScheduleText(
                text(schedule, "second", "0"),
                text(schedule, "minute", "0"),
                text(schedule, "hour", "0"),
                text(schedule, "day-of-month", "*"),
                text(schedule, "month", "*"),
                text(schedule, "day-of-week", "*"),
                text(schedule, "year", "*"),
                zone,
                moment(timer.first("start"), zone),
                moment(timer.first("end"), zone));
    }

    private static String text(Element schedule, String child, String otherwise) {
        String text = schedule.textOf(child);
        return text == null ? otherwise : text;
    }

    private static @Nullable Instant moment(@Nullable Element element, @Nullable String zone)
            throws DeploymentException {
        if (element == null) {
            return null;
        }
        try {
            return OffsetDateTime.parse(element.text()).toInstant();
        } catch (DateTimeParseException withoutOffset) {
            try {
                ZoneId of = zone == null ? ZoneId.systemDefault() : ZoneId.of(zone);
                return LocalDateTime.parse(element.text()).atZone(of).toInstant();
            } catch (java.time.DateTimeException e) {
                throw element.wrong("is no moment as 2026-11-28T12:00:00: '" + element.text() + "'");
            }
        }
    }
}
