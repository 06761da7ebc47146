package greeter;

import com.vaadin.flow.component.page.AppShellConfigurator;
import com.vaadin.flow.component.page.Push;

/** The page around all views: what changes on the server comes by itself. */
@Push
public class Shell implements AppShellConfigurator {
    private static final long serialVersionUID = 1L;
}
