package counter;

import org.apache.wicket.markup.html.WebPage;
import org.apache.wicket.markup.html.basic.Label;
import org.apache.wicket.markup.html.form.Form;
import org.apache.wicket.markup.html.form.upload.FileUpload;
import org.apache.wicket.markup.html.form.upload.FileUploadField;
import org.apache.wicket.model.Model;

public class UploadPage extends WebPage {
    public UploadPage() {
        Model<String> seen = Model.of("nothing yet");
        FileUploadField field = new FileUploadField("file");
        Form<Void> form = new Form<>("form") {
            @Override
            protected void onSubmit() {
                FileUpload upload = field.getFileUpload();
                seen.setObject(upload == null ? "none" : upload.getClientFileName() + " " + upload.getSize());
            }
        };
        form.setMultiPart(true);
        add(form.add(field), new Label("seen", seen));
    }
}
