package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The methods of stateful beans to which the descriptor leads create methods of homes.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.6.4 and the element {@code init-method}.
 */
public final class InitMethods {
    private InitMethods() {}

    /**
     * Returns the method of the bean for a create method; null where the descriptor says nothing of it.
     *
     * @throws DeploymentException when it names a method that the bean does not have with these parameters
     */
    public static @Nullable BeanMethod of(EjbJar descriptor, BeanModel bean, Method create) throws DeploymentException {
        BeanDeclaration declaration = descriptor.beans().get(bean.name());
        if (declaration == null) {
            return null;
        }
        for (Element each : declaration.element().all("init-method")) {
            Element of = each.first("create-method");
            Element named = each.first("bean-method");
            if (of == null || named == null) {
                throw each.wrong("expected a <create-method> and a <bean-method>");
            }
            if (MethodPattern.of(of).names(create) > 0) {
                return method(named, bean, create);
            }
        }
        return null;
    }

    private static BeanMethod method(Element named, BeanModel bean, Method create) throws DeploymentException {
        MethodPattern pattern = MethodPattern.of(named);
        for (BeanMethod each : bean.methods()) {
            if (pattern.names(each.method()) > 0
                    && Arrays.equals(each.method().getParameterTypes(), create.getParameterTypes())) {
                return each;
            }
        }
        throw named.wrong("names a method that " + bean.beanClass().getName()
                + " does not have as a public one with the parameters of "
                + create.getDeclaringClass().getName() + "." + create.getName());
    }
}
