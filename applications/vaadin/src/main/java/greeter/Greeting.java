package greeter;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.orderedlayout.VerticalLayout;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import java.util.stream.IntStream;

/** Greets, counts, lists, and is told something by a thread of the server. */
@Route("")
@PageTitle("Greeter")
public class Greeting extends VerticalLayout {
    private static final long serialVersionUID = 1L;

    private int count;

    public Greeting() {
        TextField name = new TextField("Name");
        name.setId("name");
        Div said = new Div();
        said.setId("said");
        Button greet = new Button("Greet", click -> said.setText("hello " + name.getValue() + " " + ++count));
        greet.setId("greet");
        Span pushed = new Span("nothing pushed");
        pushed.setId("pushed");
        Button later = new Button("Later", click -> {
            UI ui = UI.getCurrent();
            new Thread(() -> ui.access(() -> pushed.setText("pushed by the server"))).start();
        });
        later.setId("later");
        Grid<Integer> squares = new Grid<>();
        squares.addColumn(number -> "square " + number * number).setHeader("Squares");
        squares.setItems(IntStream.range(0, 500).boxed().toList());
        add(name, greet, said, later, pushed, squares);
    }
}
