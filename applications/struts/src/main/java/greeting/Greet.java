package greeting;

import java.util.Map;
import org.apache.struts2.ActionSupport;
import org.apache.struts2.action.SessionAware;
import org.apache.struts2.action.UploadedFilesAware;
import org.apache.struts2.dispatcher.multipart.UploadedFile;
import org.apache.struts2.interceptor.parameter.StrutsParameter;

public class Greet extends ActionSupport implements SessionAware, UploadedFilesAware {
    private Map<String, Object> session = Map.of();
    private String name = "";
    private long pictureSize;

    @Override
    public String execute() {
        session.put("times", getTimes() + 1);
        return SUCCESS;
    }

    @Override
    public void validate() {
        if (name.isBlank()) {
            addFieldError("name", "a name is needed");
        }
    }

    @Override
    public void withSession(Map<String, Object> session) {
        this.session = session;
    }

    @Override
    public void withUploadedFiles(java.util.List<UploadedFile> files) {
        pictureSize = files.get(0).length();
    }

    public int getTimes() {
        return (Integer) session.getOrDefault("times", 0);
    }

    public String getName() {
        return name;
    }

    @StrutsParameter
    public void setName(String name) {
        this.name = name;
    }

    public long getPictureSize() {
        return pictureSize;
    }
}
