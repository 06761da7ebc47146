package io.keelson.ejb.container;

import io.keelson.component.descriptor.Element;
import io.keelson.component.spi.MessageTarget;
import io.keelson.deploy.spi.Deployment;
import io.keelson.ejb.descriptor.BeanDeclaration;
import io.keelson.ejb.descriptor.EjbJar;
import io.keelson.ejb.descriptor.OtherServersEjbJar;
import io.keelson.ejb.descriptor.WeblogicEjbJar;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.MethodInterface;
import io.keelson.ejb.view.ViewClass;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionAttributeType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A message-driven bean whose messages come from a resource adapter. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 5.4.2 to 5.4.4 and 5.7.
 */
final class InflowTarget implements MessageTarget {
    private final DeployedBean bean;
    private final Class<?> listener;
    private final Map<String, String> activation;

    private InflowTarget(DeployedBean bean, Class<?> listener, Map<String, String> activation) {
        this.bean = bean;
        this.listener = listener;
        this.activation = activation;
    }

    /**
     * Returns a bean as adapters know it.
     *
     * @throws IllegalArgumentException when its message listener interface cannot be told
     */
    static InflowTarget of(DeployedBean bean) {
        return new InflowTarget(bean, listener(bean), MessageView.activation(bean));
    }

    /** Returns true if a bean names a resource adapter that is there and has messages for it. */
    static boolean isFed(DeployedBean bean, ContainerServices services) {
        if (adapter(bean) == null || services.inflows().isEmpty()) {
            return false;
        }
        return services.inflows().get().feeds(of(bean));
    }

    /** Returns the listener interface that the descriptor or the annotation of a bean names; null where neither does. */
    static @Nullable Class<?> named(DeployedBean bean) {
        BeanDeclaration declared = declared(bean);
        String described = declared == null ? null : declared.element().textOf("messaging-type");
        if (described != null) {
            try {
                return bean.module().loader().loadClass(described);
            } catch (ClassNotFoundException e) {
                throw new IllegalArgumentException("its messaging-type " + described + " is not there", e);
            }
        }
        MessageDriven annotation = bean.model().beanClass().getAnnotation(MessageDriven.class);
        return annotation != null && annotation.messageListenerInterface() != Object.class
                ? annotation.messageListenerInterface()
                : null;
    }

    private static Class<?> listener(DeployedBean bean) {
        Class<?> named = named(bean);
        if (named != null) {
            return named;
        }
        Class<?> type = bean.model().beanClass();
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> each : type.getInterfaces()) {
            String name = each.getName();
            if (!name.startsWith("java.io.") && !name.startsWith("jakarta.ejb.")) {
                found.add(each);
            }
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException("its message listener interface cannot be told: the class implements "
                    + found + "; name it with messageListenerInterface");
        }
        return found.get(0);
    }

    private static @Nullable BeanDeclaration declared(DeployedBean bean) {
        return bean.module()
                .deployment()
                .attachment(EjbJar.class)
                .orElse(EjbJar.NONE)
                .beans()
                .get(bean.name());
    }

    @Override
    public String name() {
        return bean.name();
    }

    @Override
    public String application() {
        return bean.module().deployment().application();
    }

    @Override
    public Class<?> beanClass() {
        return bean.model().beanClass();
    }

    @Override
    public Class<?> listener() {
        return listener;
    }

    @Override
    public Map<String, String> activation() {
        return activation;
    }

    @Override
    public @Nullable String adapter() {
        return adapter(bean);
    }

    private static @Nullable String adapter(DeployedBean bean) {
        BeanDeclaration declared = declared(bean);
        Element element = declared == null ? null : declared.element();
        String own = element == null ? null : element.textOf("resource-adapter-jndi-name");
        if (own != null) {
            return own;
        }
        Deployment deployment = bean.module().deployment();
        String named = deployment
                .attachment(WeblogicEjbJar.class)
                .orElse(WeblogicEjbJar.NONE)
                .adapter(bean.name());
        return named != null
                ? named
                : deployment
                        .attachment(OtherServersEjbJar.class)
                        .orElse(OtherServersEjbJar.NONE)
                        .adapters()
                        .get(bean.name());
    }

    @Override
    public boolean transacted(Method method) {
        return !bean.model().beanManagedTransactions()
                && method(method).transaction() == TransactionAttributeType.REQUIRED;
    }

    private BeanMethod method(Method method) {
        BeanMethod found = bean.model().method(method.getName(), method.getParameterTypes());
        if (found == null) {
            throw new IllegalArgumentException(bean + " has no method " + method);
        }
        return found.by(MethodInterface.MESSAGE_ENDPOINT);
    }

    @Override
    public @Nullable Object deliver(Method method, Object[] arguments) throws Throwable {
        return bean.invoke(new BeanCall(method(method), arguments, ClientKind.MESSAGE, null), null, null);
    }

    @Override
    public Object endpoint(Class<?> also, InvocationHandler calls) {
        ViewClass<?> made = ViewClass.of(beanClass(), beanClass(), also);
        Object[] self = new Object[1];
        BiFunction<Integer, Object[], Object> target = (number, arguments) -> {
            try {
                return calls.invoke(self[0], made.methods().get(number), arguments);
            } catch (Throwable e) {
                throw BeanReferences.<RuntimeException>unchecked(e);
            }
        };
        self[0] = made.reference(target);
        return self[0];
    }

    @Override
    public void waiting() {
        EjbLog.LOG.noEndpoint(
                bean.name(),
                bean.module().deployment().name(),
                "no resource adapter that is deployed has messages for " + listener.getName());
    }

    @Override
    public void failed(String adapter, Throwable why) {
        EjbLog.LOG.noEndpoint(
                bean.name(), bean.module().deployment().name(), "the resource adapter " + adapter + ": " + why);
    }
}
