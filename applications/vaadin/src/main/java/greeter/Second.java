package greeter;

import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.orderedlayout.VerticalLayout;
import com.vaadin.flow.router.BeforeEvent;
import com.vaadin.flow.router.HasUrlParameter;
import com.vaadin.flow.router.Route;

/** A view that is reached by its address, with a parameter in it. */
@Route("second")
public class Second extends VerticalLayout implements HasUrlParameter<String> {
    private static final long serialVersionUID = 1L;

    @Override
    public void setParameter(BeforeEvent event, String parameter) {
        removeAll();
        H2 title = new H2("second " + parameter);
        title.setId("title");
        add(title);
    }
}
