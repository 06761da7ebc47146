package io.keelson.conformance.cdi;

import jakarta.el.ArrayELResolver;
import jakarta.el.BeanELResolver;
import jakarta.el.CompositeELResolver;
import jakarta.el.ELContext;
import jakarta.el.ELResolver;
import jakarta.el.ExpressionFactory;
import jakarta.el.FunctionMapper;
import jakarta.el.ListELResolver;
import jakarta.el.MapELResolver;
import jakarta.el.ResourceBundleELResolver;
import jakarta.el.VariableMapper;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.el.ELAwareBeanManager;
import org.jboss.cdi.tck.spi.EL;

/** Evaluates expressions by the expression language of the server and the resolver of the bean manager. */
public final class BeanExpressions implements EL {
    @Override
    public <T> T evaluateValueExpression(BeanManager beans, String expression, Class<T> type) {
        ELContext context = createELContext(beans);
        return type.cast(factory(beans)
                .createValueExpression(context, expression, type)
                .getValue(context));
    }

    @Override
    public <T> T evaluateMethodExpression(
            BeanManager beans, String expression, Class<T> type, Class<?>[] parameters, Object[] arguments) {
        ELContext context = createELContext(beans);
        return type.cast(factory(beans)
                .createMethodExpression(context, expression, type, parameters)
                .invoke(context, arguments));
    }

    private static ExpressionFactory factory(BeanManager beans) {
        return ((ELAwareBeanManager) beans).wrapExpressionFactory(ExpressionFactory.newInstance());
    }

    @Override
    public ELContext createELContext(BeanManager beans) {
        CompositeELResolver resolver = new CompositeELResolver();
        resolver.add(((ELAwareBeanManager) beans).getELResolver());
        resolver.add(new MapELResolver());
        resolver.add(new ListELResolver());
        resolver.add(new ArrayELResolver());
        resolver.add(new ResourceBundleELResolver());
        resolver.add(new BeanELResolver());
        return new ResolverContext(resolver);
    }

    private static final class ResolverContext extends ELContext {
        private final ELResolver resolver;

        ResolverContext(ELResolver resolver) {
            this.resolver = resolver;
        }

        @Override
        public ELResolver getELResolver() {
            return resolver;
        }

        @Override
        public FunctionMapper getFunctionMapper() {
            return null;
        }

        @Override
        public VariableMapper getVariableMapper() {
            return null;
        }
    }
}
