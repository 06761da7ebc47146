package io.keelson.ee.cdi.shapes;

import jakarta.el.ELManager;
import jakarta.el.ELProcessor;
import jakarta.el.ExpressionFactory;
import jakarta.el.StandardELContext;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.el.ELAwareBeanManager;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Evaluates expressions without a page. */
@WebServlet("/expressions")
public class ExpressionServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient BeanManager manager;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ELAwareBeanManager beans = (ELAwareBeanManager) manager;
        ExpressionFactory factory = beans.wrapExpressionFactory(ExpressionFactory.newInstance());
        StandardELContext context = new StandardELContext(factory);
        context.addELResolver(beans.getELResolver());
        response.getWriter().print(value(factory, context, "${shop.named.text}") + "; ");
        response.getWriter().print(value(factory, context, "${shop.named.text} ${1 + 1}") + "; ");
        ELProcessor processor = new ELProcessor();
        processor.getELManager().addELResolver(beans.getELResolver());
        processor.defineBean("sum", 40);
        response.getWriter().print(processor.eval("sum + 2") + "; ");
        response.getWriter().print(ELManager.getExpressionFactory().getClass().getName());
    }

    private static Object value(ExpressionFactory factory, StandardELContext context, String text) {
        return factory.createValueExpression(context, text, String.class).getValue(context);
    }
}
