package flux;

import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.web.server.adapter.AbstractReactiveWebInitializer;

/** WebFlux on non-blocking servlet input and output. */
public class Initializer extends AbstractReactiveWebInitializer {
    @Override
    protected ApplicationContext createApplicationContext() {
        return new AnnotationConfigApplicationContext(Web.class);
    }

    @Override
    protected Class<?>[] getConfigClasses() {
        return new Class<?>[] {Web.class};
    }
}
