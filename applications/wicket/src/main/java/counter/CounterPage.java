package counter;

import org.apache.wicket.ajax.AjaxRequestTarget;
import org.apache.wicket.ajax.markup.html.AjaxLink;
import org.apache.wicket.markup.html.WebPage;
import org.apache.wicket.markup.html.basic.Label;
import org.apache.wicket.markup.html.form.Form;
import org.apache.wicket.markup.html.form.RequiredTextField;
import org.apache.wicket.markup.html.panel.FeedbackPanel;
import org.apache.wicket.model.Model;
import org.apache.wicket.model.PropertyModel;

/** State on the server: a counter by Ajax, a form with validation. */
public class CounterPage extends WebPage {
    private int count;
    private String name = "";

    public CounterPage() {
        Label label = new Label("count", new PropertyModel<Integer>(this, "count"));
        add(label.setOutputMarkupId(true));
        add(new AjaxLink<Void>("more") {
            @Override
            public void onClick(AjaxRequestTarget target) {
                count++;
                target.add(label);
            }
        });
        Form<Void> form = new Form<>("form") {
            @Override
            protected void onSubmit() {
                info("hello " + name);
            }
        };
        form.add(new RequiredTextField<>("name", new PropertyModel<String>(this, "name")));
        add(form, new FeedbackPanel("feedback"), new Label("title", Model.of("Counter")));
    }
}
